import type { FlagSyntax } from "../../../src/text/tokenize.js";

/** A flag as yargs takes it, reduced to the fields in use. */
export interface Flag extends FlagSyntax {
  array?: boolean;
  nargs?: number;
  requiresArg?: boolean;
  choices?: readonly string[];
  /** For a flag that names a file: whether it is read or written. */
  file?: "read" | "write";
  group: string;
  describe: string;
}

/** yargs-parser settings: no camelCase aliases, no nested keys, no numbers. */
export const PARSING = {
  "camel-case-expansion": false,
  "dot-notation": false,
  "parse-numbers": false,
  "parse-positional-numbers": false,
} as const;
