import { CliError } from "../../src/outcome/errors.js";
import { tokenize } from "../../src/text/tokenize.js";
import type { Flag } from "./flags/flag.js";
import type { ParsedArguments } from "./parse.js";

/** Rejects a single-value flag that is given twice: yargs makes it a list. */
export function refuseRepeats(argv: ParsedArguments, flags: Readonly<Record<string, Flag>>): void {
  for (const [name, { array }] of Object.entries(flags)) {
    if (array !== true && Array.isArray(argv[name])) {
      throw new CliError("usage", `--${name} was given more than once`);
    }
  }
}

/** Rejects a switch with a value other than true or false: yargs reads `--json=maybe` as false. */
export function checkSwitches(
  argv: readonly string[],
  flags: Readonly<Record<string, Flag>>,
): void {
  for (const token of tokenize(argv, flags)) {
    if (token.kind !== "flag" || !token.inline || flags[token.name]?.type !== "boolean") continue;
    const word = argv[token.at] ?? "";
    if (word.startsWith("--") && token.value !== "true" && token.value !== "false") {
      throw new CliError("usage", `--${token.name} is a switch: unexpected value in ${word}`);
    }
  }
}
