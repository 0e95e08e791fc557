import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { ENDING, message, OPENING } from "../../helpers/conversation.js";
import { playIn, startIn, untilHeard, withFolder } from "../../helpers/play.js";

/** Patterns that a backtracking engine does not finish on the text behind them. */
const PATTERNS = [
  ["^(a+)+$", `${"a".repeat(60)}!`],
  ["^(a|aa)+$", `${"a".repeat(90)}!`],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(60)],
  ["(x+x+)+y", "x".repeat(60)],
  ["^(.*,){25}P", "1,".repeat(60)],
] as const;

/** Everywhere that a schema takes a pattern: the schema, and an answer that has the text there. */
const PLACES = {
  pattern: (pattern: string, text: string) => [{ pattern }, text],
  "pattern of a property": (pattern: string, text: string) => [
    { properties: { a: { pattern } } },
    { a: text },
  ],
  patternProperties: (pattern: string, text: string) => [
    { patternProperties: { [pattern]: false } },
    { [text]: 1 },
  ],
  propertyNames: (pattern: string, text: string) => [{ propertyNames: { pattern } }, { [text]: 1 }],
} as const;

/** Each pattern in one place, and each place once at least. */
const HANGING = PATTERNS.map(([pattern, text], at) => {
  const places = Object.entries(PLACES);
  const [place, make] = places[at % places.length]!;
  return { pattern, place, made: make(pattern, text) };
});

/** A run that gets this answer to this schema. */
async function answered(schema: string, answer: string, flags: readonly string[]) {
  return withFolder(async (dir) => {
    writeFileSync(join(dir, "schema.json"), schema);
    const args = ["run", "--json", "Go", "--output-schema", "schema.json", ...flags];
    const { exit, events, stderr } = await playIn(
      dir,
      [...OPENING, message(answer), ...ENDING],
      args,
    );
    return { exit, last: events.at(-1), count: events.length, stderr };
  });
}

test.concurrent.each(HANGING)("$pattern as $place ends with --timeout", async ({ made }) => {
  const [schema, answer] = made;
  const ran = await answered(JSON.stringify(schema), JSON.stringify(answer), [
    "--timeout",
    "500ms",
  ]);
  expect({ exit: ran.exit, last: ran.last }).toMatchObject({
    exit: 124,
    last: { type: "turn.failed", exit_code: 124, error: { cause: "timeout" } },
  });
});

test("a check that hangs ends with the first signal", async () => {
  await withFolder(async (dir) => {
    writeFileSync(join(dir, "schema.json"), JSON.stringify({ pattern: "^(a+)+$" }));
    const answer = JSON.stringify(`${"a".repeat(60)}!`);
    const args = ["run", "--json", "Go", "--output-schema", "schema.json"];
    const run = await startIn(dir, [...OPENING, message(answer), ...ENDING], args);
    await run.line(/item\.completed/);
    // It leaves the thread when the turn is over, and then checks.
    await untilHeard(dir, "thread/unsubscribe");
    run.kill("SIGINT");
    const { exit, left } = await run.done;
    expect({ exit, left }).toEqual({ exit: 130, left: [] });
  });
});

test("a check that nobody limits is given up after ten seconds, and is no match", async () => {
  const schema = JSON.stringify({ pattern: "^(a+)+$" });
  const { exit, last } = await answered(schema, JSON.stringify(`${"a".repeat(60)}!`), []);
  expect({ exit, last }).toMatchObject({
    exit: 8,
    last: {
      type: "turn.completed",
      cause: "schema_mismatch",
      problem: "the answer could not be checked: not done within 10 s (--output-schema)",
    },
  });
});

describe("what is nested without end is refused where it is wrong", () => {
  const nest = (open: string, close: string, depth: number): string =>
    `${open.repeat(depth)}{}${close.repeat(depth)}`;
  const OPENINGS = [
    ['{"items":', "}"],
    ['{"properties":{"a":', "}}"],
    ['{"allOf":[', "]}"],
    ['{"x":[', "]}"],
  ] as const;

  test.concurrent.each(
    OPENINGS.flatMap(([open, close]) => [121, 50_000].map((depth) => ({ open, close, depth }))),
  )("a schema of $depth times $open is bad input", async ({ open, close, depth }) => {
    const { exit, count, stderr } = await answered(nest(open, close, depth), "{}", []);
    const why = stderr.split("\n")[0];
    expect({
      exit,
      count,
      why: why?.replace(/larger than.*/, "nested more than 120 levels deep"),
    }).toEqual({
      exit: 2,
      count: 0,
      why: "turnpipe: --output-schema schema.json is nested more than 120 levels deep",
    });
  });

  const SCHEMAS = [
    { items: { $ref: "#" } },
    { $ref: "#" },
    { additionalProperties: { $ref: "#" } },
  ];
  const ANSWERS = [
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
  ];

  test.concurrent.each(SCHEMAS.flatMap((schema) => ANSWERS.map((answer) => ({ schema, answer }))))(
    "an answer to $schema is checked, or is no match",
    async ({ schema, answer }) => {
      const { exit, last } = await answered(JSON.stringify(schema), answer, []);
      const { type } = last as { type: string };
      expect({ type, ends: exit === 0 || exit === 8 }).toEqual({
        type: "turn.completed",
        ends: true,
      });
    },
  );
});
