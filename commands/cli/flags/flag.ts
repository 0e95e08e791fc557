/** One row of the table, as much of it as anybody reads. */
export interface Flag {
  type: "boolean" | "string";
  alias?: string | readonly string[];
  array?: boolean;
  nargs?: number;
  requiresArg?: boolean;
  choices?: readonly string[];
  /** For one that names a file: whether we read or write it. */
  file?: "read" | "write";
  group: string;
  describe: string;
}

/** How words are read: names as they are written, values as they stand. */
export const PARSING = {
  "camel-case-expansion": false,
  "dot-notation": false,
  "parse-numbers": false,
  "parse-positional-numbers": false,
} as const;
