import parse from "yargs-parser";

import type { Flag } from "./flags/flag.js";
import { PARSING } from "./flags/flag.js";

/** A parsed command line, in the shape of yargs. */
export type ParsedArguments = Readonly<Record<string, unknown>> & {
  _: readonly (string | number)[];
};

/**
 * Parses a command line with yargs-parser alone: yargs takes 45 ms to load and run, its parser 8.
 * Returns undefined for help and for mistakes; yargs then prints the message.
 */
export function parsePlain(
  argv: readonly string[],
  flags: Readonly<Record<string, Flag>>,
): ParsedArguments | undefined {
  const rows = Object.entries(flags);
  const named = (which: (flag: Flag) => boolean): string[] =>
    rows.filter(([, flag]) => which(flag)).map(([name]) => name);
  const { argv: parsed, error } = parse.detailed([...argv], {
    boolean: named(({ type }) => type === "boolean"),
    string: named(({ type }) => type === "string"),
    array: named(({ array }) => array === true),
    narg: Object.fromEntries(named(({ type }) => type === "string").map((name) => [name, 1])),
    alias: Object.fromEntries(rows.map(([name, { alias = [] }]) => [name, [alias].flat()])),
    configuration: { ...PARSING, "populate--": true, "unknown-options-as-args": true },
  });
  const { "--": afterDashes = [], _: words, ...given } = parsed;
  const isPlain =
    error === null &&
    !words.some((word) => /^-./.test(String(word))) &&
    rows.every(([name, { choices }]) => isAllowedValue(given[name], choices));
  return isPlain ? { ...given, _: [...words, ...afterDashes] } : undefined;
}

const isAllowedValue = (value: unknown, choices: readonly string[] | undefined): boolean =>
  value === undefined || choices === undefined || choices.includes(value as string);
