import { CliError } from "../../src/outcome/errors.js";
import type { RunContext } from "../../src/context.js";
import { RUN_FLAGS } from "../cli/flags/turn.js";
import type { ParsedArguments } from "../cli/parse.js";
import { settingsFor } from "../cli/settings.js";
import { checkSwitches } from "../cli/check-flags.js";
import { parseTurn } from "../turn/options.js";
import { executeTurn } from "../turn/execute-turn.js";

/** `turnpipe run`: runs one turn on a new thread. */
export async function run(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  checkSwitches(runContext.argv, RUN_FLAGS);
  const given = { ...argv, prompt: onlyPrompt(argv._) };
  return executeTurn(parseTurn(given, await settingsFor(argv, runContext)), runContext);
}

/** The prompt is not a yargs positional: those lose a lone `-`, and arguments after `--`. */
function onlyPrompt([, prompt, ...more]: ParsedArguments["_"]): string | undefined {
  if (more.length > 0) {
    throw new CliError("usage", `unexpected argument ${JSON.stringify(more[0])}`, {
      hint: "a prompt of several words needs quotes",
    });
  }
  return prompt === undefined ? undefined : String(prompt);
}
