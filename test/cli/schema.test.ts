import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { defaultLoaders } from "cosmiconfig";
import { describe, expect, test } from "vitest";

import { readTurn, turnNames, type Event, FIXTURES } from "../helpers/fixture.js";
import { checkOf, printedSchema } from "../helpers/printed-schema.js";
import { runCli } from "../helpers/run-in-process.js";

const NAMES = [
  "events",
  "findings",
  "threads",
  "models",
  "login",
  "approval",
  "doctor",
  "recording",
  "hook",
  "shim",
  "config",
  "exit-codes",
];

/** Nothing here needs a server. */
const env = { TURNPIPE_CODEX: "/nowhere/codex" };

describe("schema NAME", () => {
  test.each(NAMES)("prints JSON Schema 2020-12: %s", async (name) => {
    const { stdout, ...rest } = await runCli(["schema", name], { env });
    const schema = JSON.parse(stdout) as Record<string, unknown>;
    const ajv = new Ajv2020({ validateFormats: false });
    expect({
      ...rest,
      version: schema["$schema"],
      titled: typeof schema["title"],
      valid: ajv.validateSchema(schema),
      problems: ajv.errors,
      written: `${JSON.stringify(schema, null, 2)}\n`,
    }).toEqual({
      exit: 0,
      stderr: "",
      left: [],
      version: "https://json-schema.org/draft/2020-12/schema",
      titled: "string",
      valid: true,
      problems: null,
      written: stdout,
    });
    checkOf(schema);
  });

  test.each([
    [[], `schema: no name given: expected ${NAMES.join(", ")}`, "see: turnpipe schema --help"],
    [[""], `schema: no name given: expected ${NAMES.join(", ")}`, "see: turnpipe schema --help"],
    [
      ["event"],
      `schema: unexpected argument "event": expected ${NAMES.join(", ")}`,
      "did you mean: turnpipe schema events",
    ],
    [
      ["exit_codes"],
      `schema: unexpected argument "exit_codes": expected ${NAMES.join(", ")}`,
      "did you mean: turnpipe schema exit-codes",
    ],
    [
      ["EVENTS"],
      `schema: unexpected argument "EVENTS": expected ${NAMES.join(", ")}`,
      "did you mean: turnpipe schema events",
    ],
    [
      ["toString"],
      `schema: unexpected argument "toString": expected ${NAMES.join(", ")}`,
      "see: turnpipe schema --help",
    ],
    [
      ["__proto__"],
      `schema: unexpected argument "__proto__": expected ${NAMES.join(", ")}`,
      "see: turnpipe schema --help",
    ],
    [["events", "models"], 'schema: unexpected argument "models"', "see: turnpipe schema --help"],
    [["--json", "events"], "schema: unknown flag --json", "see: turnpipe schema --help"],
  ])("%j is exit 2", async (words, says, hint) => {
    expect(await runCli(["schema", ...words], { env })).toEqual({
      exit: 2,
      stdout: "",
      stderr: `turnpipe: ${says}\nhint: ${hint}\n`,
      left: [],
    });
  });

  test("is named, with all it knows, in its help", async () => {
    const { stdout, ...rest } = await runCli(["schema", "--help"], { env });
    expect({ ...rest, missing: NAMES.filter((name) => !stdout.includes(`\n  ${name} `)) }).toEqual({
      ...{ exit: 0, stderr: "", left: [] },
      missing: [],
    });
  });
});

describe("the schema of events", () => {
  const samples = turnNames().flatMap((name) => readTurn(name).events);
  const types = [...new Set(samples.map(({ type }) => type))].sort();
  const sample = (type: string): Event => samples.findLast((event) => event.type === type)!;

  test("allows every line of every recorded turn", async () => {
    const check = await printedSchema("events");
    expect({ wrong: samples.flatMap(check), any: samples.length > 100 }).toEqual({
      wrong: [],
      any: true,
    });
  });

  test("allows no line with a field more", async () => {
    const check = await printedSchema("events");
    const more = types.map((type) => ({ ...sample(type), surprise: 1 }));
    expect(more.filter((event) => check(event).length === 0)).toEqual([]);
  });

  test("allows no line with a field less", async () => {
    const check = await printedSchema("events");
    const less = types.flatMap((type) =>
      Object.keys(sample(type)).map((key) => [type, key, without(sample(type), key)] as const),
    );
    const allowed = less.filter(([, , event]) => check(event).length === 0);
    expect(allowed.map(([type, key]) => `${type}.${key}`)).toEqual([]);
  });

  test("allows no field of another type, but where anything goes", async () => {
    const check = await printedSchema("events");
    const odd = types.flatMap((type) =>
      Object.entries(sample(type)).map(([key, value]) => {
        const wrong = typeof value === "object" && value !== null ? "word" : { wrong: true };
        return [`${type}.${key}`, { ...sample(type), [key]: wrong }] as const;
      }),
    );
    const allowed = odd.filter(([, event]) => check(event).length === 0).map(([name]) => name);
    expect(allowed).toEqual(["raw.params"]);
  });

  test("looks into what is nested", async () => {
    const check = await printedSchema("events");
    const item = { id: "item_0", type: "agent_message", text: "x", phase: null };
    const { usage, work, ...last } = sample("turn.completed") as Event & {
      usage: object;
      work: object;
    };
    const wrong = [
      { type: "item.completed", item: { ...item, surprise: 1 } },
      { type: "item.completed", item: without(item, "text") },
      { type: "item.completed", item: { ...item, type: "agentMessage" } },
      { ...last, work, usage: { ...usage, input_tokens: 1.5 } },
      { ...last, work, usage: without(usage, "output_tokens") },
      { ...last, usage, work: { ...work, surprise: 1 } },
      { type: "turn.started", started_at: "yesterday" },
      { type: "turn.startled" },
      {},
      null,
      [],
      "turn.started",
    ];
    expect({
      right: check({ type: "item.completed", item }),
      wrong: wrong.filter((event) => check(event).length === 0),
    }).toEqual({ right: [], wrong: [] });
  });
});

describe("the schema of a config file", () => {
  const files = readdirSync(join(FIXTURES, "config"));
  // What cannot be read is no value to check, and "absolute" is no word of JSON Schema.
  const unsaid = new Set(["broken.json", "relative-trust.json"]);

  test.each(files.filter((name) => !unsaid.has(name)))(
    "says what loading %s says",
    async (name) => {
      const check = await printedSchema("config");
      const path = join(FIXTURES, "config", name);
      const load = name.endsWith(".json") ? defaultLoaders[".json"] : defaultLoaders[".yaml"];
      const value: unknown = load(path, readFileSync(path, "utf8"));
      expect(check(value).length === 0).toBe(name.startsWith("good."));
    },
  );

  test("says more than the samples do", async () => {
    const check = await printedSchema("config");
    const good = [{}, { review: {} }, { review: { fail_on: "never", format: ["sarif=x"] } }];
    const bad = [
      { model: "" },
      { include: "raw" },
      { ephemeral: "yes" },
      { review: { fail_on: "P4" } },
      { review: { surprise: 1 } },
      { trust: [""] },
      null,
    ];
    expect({
      good: good.flatMap(check),
      bad: bad.filter((value) => check(value).length === 0),
    }).toEqual({ good: [], bad: [] });
  });
});

test("the schema of exit codes allows each that there is, and no other", async () => {
  const check = await printedSchema("exit-codes");
  const numbers = Array.from({ length: 256 }, (_, code) => code);
  expect({
    codes: numbers.filter((code) => check(code).length === 0),
    others: [-1, 1.5, 256, "0", null].filter((value) => check(value).length === 0),
  }).toEqual({
    codes: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 70, 124, 129, 130, 141, 143],
    others: [],
  });
});

const without = (value: object, gone: string): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== gone));
