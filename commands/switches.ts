import { CliError } from "../src/errors.js";
import type { Flag } from "./flags.js";

/** yargs takes `--json=maybe` for no. */
export function refuseOddSwitches(
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
