import type { FlagSyntax } from "../../../src/text/tokenize.js";

interface FlagRow extends FlagSyntax {
  array?: boolean;
  choices?: readonly string[];
  /** For a flag that names a file: whether it is read or written. */
  file?: "read" | "write";
  group: string;
  describe: string;
}

/** A row of a flag table; `value` is what help and errors call its value, such as FILE or N. */
export type Flag = FlagRow & ({ type: "boolean" } | { type: "string"; value: string });
