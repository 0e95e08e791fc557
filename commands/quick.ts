import parse from "yargs-parser";

import type { Flag } from "./flags.js";
import { PARSING, TURN_FLAGS } from "./flags.js";

/** What a command line says, as yargs would have it. */
export type Parsed = Readonly<Record<string, unknown>> & { _: readonly (string | number)[] };

/**
 * Reads a plain `run` with the same table and the same parser as yargs, but without the rest of it:
 * yargs takes 45 ms to load and run, its parser 8. Whatever is not plain (help, a mistake, another
 * command) is left to yargs, which knows what to say.
 */
export function quickRun(argv: readonly string[]): Parsed | undefined {
  if (argv[0] !== "run") return undefined;
  const { argv: parsed, error } = parse.detailed([...argv], {
    boolean: named(({ type }) => type === "boolean"),
    string: named(({ type }) => type === "string"),
    array: named(({ array }) => array === true),
    narg: Object.fromEntries(named(({ type }) => type === "string").map((name) => [name, 1])),
    alias: Object.fromEntries(FLAGS.map(([name, { alias = [] }]) => [name, [alias].flat()])),
    configuration: { ...PARSING, "populate--": true, "unknown-options-as-args": true },
  });
  const { "--": behind = [], _: words, ...flags } = parsed;
  const isPlain =
    error === null &&
    !words.some((word) => /^-./.test(String(word))) &&
    FLAGS.every(([name, { choices }]) => isChoice(flags[name], choices));
  return isPlain ? { ...flags, _: [...words, ...behind] } : undefined;
}

const FLAGS: readonly [string, Flag][] = Object.entries(TURN_FLAGS);

const named = (which: (flag: Flag) => boolean): string[] =>
  FLAGS.filter(([, flag]) => which(flag)).map(([name]) => name);

const isChoice = (value: unknown, choices: readonly string[] | undefined): boolean =>
  value === undefined || choices === undefined || choices.includes(value as string);
