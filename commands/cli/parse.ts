import parse from "yargs-parser";

import type { CommandLineToken } from "../../src/text/tokenize.js";
import { tokenize } from "../../src/text/tokenize.js";
import { flagMistake } from "./flag-mistakes.js";
import type { Flag } from "./flags/flag.js";

/** A parsed command line, in the shape of yargs. */
export type ParsedArguments = Readonly<Record<string, unknown>> & {
  _: readonly (string | number)[];
};

/**
 * Parses a command line with yargs-parser; yargs itself, which lays out the help, takes 45 ms to load.
 * Returns undefined for help and for mistakes.
 */
export function parsePlain(
  argv: readonly string[],
  flags: Readonly<Record<string, Flag>>,
): ParsedArguments | undefined {
  const tokens = tokenize(argv, flags);
  if (flagMistake(argv, { name: "", flags }) !== undefined) return undefined;
  const rows = Object.entries(flags);
  const named = (which: (flag: Flag) => boolean): string[] =>
    rows.filter(([, flag]) => which(flag)).map(([name]) => name);
  const { argv: parsed, error } = parse.detailed(withLongNames(argv, tokens), {
    boolean: named(({ type }) => type === "boolean"),
    string: named(({ type }) => type === "string"),
    array: named(({ array }) => array === true),
    narg: Object.fromEntries(named(({ type }) => type === "string").map((name) => [name, 1])),
    alias: Object.fromEntries(rows.map(([name, { alias = [] }]) => [name, [alias].flat()])),
    configuration: {
      "camel-case-expansion": false,
      "dot-notation": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "populate--": true,
      "unknown-options-as-args": true,
    },
  });
  const { "--": afterDashes = [], _: words, ...given } = parsed;
  return error === null ? { ...given, _: [...words, ...afterDashes] } : undefined;
}

/** Writes `-C./x` as `--cd=./x`: yargs-parser would read a flag named `C./x`. */
function withLongNames(argv: readonly string[], tokens: readonly CommandLineToken[]): string[] {
  const words = argv.map((word) => [word]);
  const inShort = tokens.flatMap((token) =>
    token.kind === "flag" && !(argv[token.at] ?? "").startsWith("--") ? [token] : [],
  );
  const attached = new Set(inShort.filter(({ inline }) => inline).map(({ at }) => at));
  for (const at of attached) {
    words[at] = inShort
      .filter((token) => token.at === at)
      .map(({ name, value }) => `--${name}${value === undefined ? "" : `=${value}`}`);
  }
  return words.flat();
}
