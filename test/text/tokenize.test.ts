import { describe, expect, test } from "vitest";

import { EARLY_FLAGS } from "../../commands/cli/early-start.js";
import type { Flag } from "../../commands/cli/flags/flag.js";
import { RESUME_FLAGS, RUN_FLAGS } from "../../commands/cli/flags/turn.js";
import { parsePlain } from "../../commands/cli/parse.js";
import { LIMITS_FLAGS, LOGIN_FLAGS, STATUS_FLAGS } from "../../commands/login/flags.js";
import { REVIEW_FLAGS } from "../../commands/review/flags.js";
import { DELETE_FLAGS, LIST_FLAGS, SHOW_FLAGS } from "../../commands/threads/flags.js";
import { tokenize } from "../../src/text/tokenize.js";

type Flags = Parameters<typeof parsePlain>[1];

const TABLES: Readonly<Record<string, Flags>> = {
  run: RUN_FLAGS,
  resume: RESUME_FLAGS,
  review: REVIEW_FLAGS,
  list: LIST_FLAGS,
  show: SHOW_FLAGS,
  delete: DELETE_FLAGS,
  login: LOGIN_FLAGS,
  status: STATUS_FLAGS,
  limits: LIMITS_FLAGS,
};

/**
 * The ways to write a flag that may be accepted. Not `--demo` alone, which gets a name before it is
 * parsed.
 */
function waysToWrite(name: string, { alias = [], type, inlineValue }: Flag): string[][] {
  const spellings = [name, ...[alias].flat()].map((spelled) => `--${spelled}`);
  const shorts = [alias].flat().filter((letter) => letter.length === 1);
  if (type === "boolean") {
    return [
      ...spellings.flatMap((flag) => [[flag], [`${flag}=true`], [`${flag}=false`]]),
      ...[...spellings, ...shorts.map((letter) => `-${letter}`)].flatMap((flag) => [
        [flag, "true"],
        [flag, "false"],
        [flag, "maybe"],
        [flag, "--", "true"],
      ]),
      ...shorts.flatMap((letter) => [
        [`-${letter}=false`],
        [`-q${letter}`],
        [`-${letter}v`, "true"],
      ]),
      [`--no-${name}`],
      [`--no-${name}`, "true"],
    ];
  }
  const values = [
    "value",
    "-",
    "--",
    "-5",
    "a=b",
    "",
    "two words",
    "line\nbreak",
    "--frob",
    "-x",
    "-m1",
  ];
  return [
    ...spellings.flatMap((flag) => values.map((each) => [`${flag}=${each}`, "word"])),
    ...(inlineValue === true
      ? []
      : spellings.flatMap((flag) => values.map((each) => [flag, each]))),
    ...shorts.flatMap((letter) => [
      ...values.map((each) => [`-${letter}`, each]),
      ...values.map((each) => [`-q${letter}`, each]),
      ...["=x", "=a=b", "5", "/x", "value"].flatMap((each) => [
        [`-${letter}${each}`],
        [`-q${letter}${each}`, "word"],
        [`--${name}`, `-${letter}${each}`],
      ]),
    ]),
    ...(inlineValue === true
      ? []
      : [[], ["--json"], ["--no-quiet"], ["-q"]].map((next) => [`--${name}`, ...next])),
  ];
}

/** The values of each flag, and the words, as yargs-parser has them. */
function parsed(argv: readonly string[], flags: Flags) {
  const plain = parsePlain(argv, flags);
  if (plain === undefined) return undefined;
  const given = Object.keys(flags).flatMap((name) =>
    plain[name] === undefined ? [] : [[name, [plain[name]].flat().map(String)] as const],
  );
  return { given: Object.fromEntries(given), words: plain._.map(String) };
}

/** The same from the tokens. */
function tokenized(argv: readonly string[], flags: Flags) {
  const given: Record<string, string[]> = {};
  const words: string[] = [];
  for (const token of tokenize(argv, flags)) {
    if (token.kind === "flag") {
      const { name, value = "true" } = token;
      // The last of two switches counts.
      given[name] = flags[name]?.type === "boolean" ? [value] : [...(given[name] ?? []), value];
    }
    if (token.kind === "word") words.push(token.word);
  }
  return { given, words };
}

describe("the tokens are what yargs-parser comes to", () => {
  const tested = new Set<Flag>();
  const cases = Object.entries(TABLES).flatMap(([table, flags]) =>
    Object.entries(flags).flatMap(([name, flag]) => {
      const isNew = !tested.has(flag);
      tested.add(flag);
      return isNew ? [[table, name, flag] as const] : [];
    }),
  );

  test.each(cases)("%s --%s", (table, name, flag) => {
    const flags = Object.fromEntries(
      Object.entries(TABLES[table] ?? {}).map(([key, row]) => [key, withAnyValue(row)]),
    );
    const accepted = waysToWrite(name, flag)
      .flatMap((line) => [
        ...(line.length === 1 ? [line] : []),
        ["--json", ...line, "word", "--", "--json"],
      ])
      .flatMap((line) => {
        const expected = parsed(line, flags);
        return expected === undefined ? [] : [{ line, ...expected }];
      });
    expect(accepted.length).toBeGreaterThan(3);
    expect(accepted.map(({ line }) => ({ line, ...tokenized(line, flags) }))).toEqual(accepted);
  });
});

test("flags given twice, unknown flags and values in the word of a short flag", () => {
  expect(tokenize(["-cx", "-c", "y", "--frob=1", "-qx", "-o"], RUN_FLAGS)).toEqual([
    { kind: "flag", name: "config", value: "x", inline: true, at: 0 },
    { kind: "flag", name: "config", value: "y", inline: false, at: 1 },
    { kind: "unknown", name: "frob", value: "1", at: 3 },
    { kind: "unknown", name: "qx", value: undefined, at: 4 },
    { kind: "flag", name: "output", value: undefined, inline: false, at: 5 },
  ]);
});

test.each(["run", "resume", "review"])("the early start reads the flags of %s alike", (command) => {
  const flags = TABLES[command] ?? {};
  const syntax = ({ type, alias, inlineValue }: Partial<Flag> = {}) => ({
    type,
    alias,
    inlineValue,
  });
  for (const [name, early] of Object.entries(EARLY_FLAGS.get(command) ?? {})) {
    if (Object.hasOwn(flags, name))
      expect([name, syntax(early)]).toEqual([name, syntax(flags[name])]);
  }
});

function withAnyValue({ choices: _, ...flag }: Flag): Flag {
  return flag;
}
