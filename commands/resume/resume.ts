import { CliError } from "../../src/outcome/errors.js";
import type { RunContext } from "../../src/context.js";
import type { ThreadQuery } from "../../src/session/find-thread.js";
import { parseThreadQuery } from "../../src/session/find-thread.js";
import type { ParsedArguments } from "../cli/parse.js";
import { settingsFor } from "../cli/settings.js";
import { unexpectedArgument } from "../cli/usage-errors.js";
import { parseTurn } from "../turn/options.js";
import { executeTurn } from "../turn/execute-turn.js";

/** `turnpipe resume`: runs one turn on a stored thread, or on a copy of it. */
export async function resume(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const { query, prompt } = wordsOf(argv);
  const fork = argv["fork"] === true;
  if (argv["ephemeral"] === true && !fork) {
    throw new CliError("usage", "--ephemeral: the thread is stored already", {
      hint: "with --fork, the copy is not stored",
    });
  }
  const settings = await settingsFor(argv, runContext);
  const options = parseTurn({ ...argv, prompt }, settings, {
    kind: fork ? "fork" : "resume",
    query,
  });
  return executeTurn(options, runContext);
}

/** Splits the arguments into thread and prompt; with --last the only argument is the prompt. */
function wordsOf({ _: [, ...words], ...argv }: ParsedArguments): {
  query: ThreadQuery;
  prompt: string | undefined;
} {
  const anywhere = argv["all"] === true;
  const last = argv["last"] === true;
  const [which, prompt, ...more] = (last ? ["", ...words] : words).map(String);
  if (which === undefined) {
    throw new CliError("usage", "resume: no thread given: expected its id, its name, or --last", {
      hint: 'for example: turnpipe resume --last "now add a test"',
    });
  }
  if (more.length > 0) {
    throw unexpectedArgument(
      "resume",
      more[0] ?? "",
      last ? "--last names the thread; the only argument is the prompt" : QUOTES,
    );
  }
  return { query: last ? { by: "last", anywhere } : parseThreadQuery(which, anywhere), prompt };
}

const QUOTES = "a prompt of several words needs quotes";
