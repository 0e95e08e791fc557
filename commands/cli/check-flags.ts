import { CliError } from "../../src/outcome/errors.js";
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
  for (const word of argv.slice(0, argv.indexOf("--") >>> 0)) {
    const [, name = "", value = ""] = /^--([^=]+)=(.*)$/.exec(word) ?? [];
    if (flags[name]?.type === "boolean" && !["true", "false"].includes(value)) {
      throw new CliError("usage", `--${name} is a switch: unexpected value in ${word}`);
    }
  }
}
