import { CliError } from "../../src/outcome/errors.js";
import type { Flag } from "./flags/flag.js";
import type { ParsedArguments } from "./parse.js";

/** A flag with one value was given one; yargs would hand over a list. */
export function refuseRepeats(argv: ParsedArguments, flags: Readonly<Record<string, Flag>>): void {
  for (const [name, { array }] of Object.entries(flags)) {
    if (array !== true && Array.isArray(argv[name])) {
      throw new CliError("usage", `--${name} was given more than once`);
    }
  }
}

/** yargs takes `--json=maybe` for no. */
export function checkSwitches(
  argv: readonly string[],
  flags: Readonly<Record<string, Flag>>,
): void {
  for (const word of argv.slice(0, argv.indexOf("--") >>> 0)) {
    const [, name = "", value = ""] = /^--([^=]+)=(.*)$/.exec(word) ?? [];
    if (flags[name]?.type === "boolean" && !["true", "false"].includes(value)) {
      throw new CliError("usage", `--${name} is a switch: ${word} means nothing`);
    }
  }
}
