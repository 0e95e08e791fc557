import { resolve } from "node:path";

import { CliError } from "../src/errors.js";
import type { Runtime } from "../src/runtime.js";
import type { Flag } from "./flags.js";
import { TURN_FLAGS } from "./flags.js";
import type { Parsed } from "./quick.js";
import { readSettings } from "./settings.js";
import { parseTurn } from "./turn-options.js";
import { executeTurn } from "./turn.js";

/** `turnpipe run`: a prompt, a new thread, one turn. */
export async function run(argv: Parsed, runtime: Runtime): Promise<number> {
  refuseOddSwitches(runtime.argv);
  const given = { ...argv, prompt: onlyPrompt(argv._) };
  const workdir = resolve(runtime.cwd, typeof argv["cd"] === "string" ? argv["cd"] : ".");
  const trustProject = argv["trust-project-config"] === true;
  const settings = await readSettings({ workdir, trustProject }, runtime);
  return executeTurn(parseTurn(given, settings), runtime);
}

/** The prompt is not a yargs positional: those lose a lone dash, and words behind two dashes. */
function onlyPrompt([, prompt, ...more]: Parsed["_"]): string | undefined {
  if (more.length > 0) {
    throw new CliError("usage", `one prompt, please: what is ${JSON.stringify(more[0])}?`, {
      hint: "a prompt of several words needs quotes",
    });
  }
  return prompt === undefined ? undefined : String(prompt);
}

/** yargs takes `--json=maybe` for no. */
function refuseOddSwitches(argv: readonly string[]): void {
  for (const word of argv.slice(0, argv.indexOf("--") >>> 0)) {
    const [, name = "", value = ""] = /^--([^=]+)=(.*)$/.exec(word) ?? [];
    const flag: Flag | undefined = (TURN_FLAGS as Record<string, Flag>)[name];
    if (flag?.type === "boolean" && !["true", "false"].includes(value)) {
      throw new CliError("usage", `--${name} is a switch: ${word} means nothing`);
    }
  }
}
