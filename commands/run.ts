import { CliError } from "../src/errors.js";
import type { Runtime } from "../src/runtime.js";
import { RUN_FLAGS } from "./flags.js";
import type { Parsed } from "./quick.js";
import { settingsFor } from "./settings.js";
import { refuseOddSwitches } from "./switches.js";
import { parseTurn } from "./turn-options.js";
import { executeTurn } from "./turn.js";

/** `turnpipe run`: a prompt, a new thread, one turn. */
export async function run(argv: Parsed, runtime: Runtime): Promise<number> {
  refuseOddSwitches(runtime.argv, RUN_FLAGS);
  const given = { ...argv, prompt: onlyPrompt(argv._) };
  return executeTurn(parseTurn(given, await settingsFor(argv, runtime)), runtime);
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
