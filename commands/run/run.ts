import type { RunContext } from "../../src/context.js";
import type { ParsedArguments } from "../cli/parse.js";
import { settingsFor } from "../cli/settings.js";
import { unexpectedArgument } from "../cli/usage-errors.js";
import { parseTurn } from "../turn/options.js";
import { executeTurn } from "../turn/execute-turn.js";

/** `turnpipe run`: runs one turn on a new thread. */
export async function run(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const given = { ...argv, prompt: onlyPrompt(argv._) };
  return executeTurn(parseTurn(given, await settingsFor(argv, runContext)), runContext);
}

/** The prompt is not a yargs positional: those lose a lone `-`, and arguments after `--`. */
function onlyPrompt([, prompt, ...more]: ParsedArguments["_"]): string | undefined {
  if (more.length > 0) {
    throw unexpectedArgument("run", more[0] ?? "", "a prompt of several words needs quotes");
  }
  return prompt === undefined ? undefined : String(prompt);
}
