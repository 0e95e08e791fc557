import { VERSION } from "../../src/version.js";
import { printText } from "../cli/print-help.js";
import { unexpectedArgument } from "../cli/usage-errors.js";
import type { Command } from "../registry.js";

/** `turnpipe version`: the same as `turnpipe --version`. */
export const VERSION_COMMAND: Command = {
  name: "version",
  flags: {},
  help: { usage: ["turnpipe version"], about: "Print the version of turnpipe." },
  async execute({ _: [, unexpected] }, runContext) {
    if (unexpected !== undefined) throw unexpectedArgument("version", unexpected);
    return printText(VERSION, runContext);
  },
};
