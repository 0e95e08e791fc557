import { ownStdout } from "../../src/output/stdout.js";
import type { RunContext } from "../../src/context.js";
import type { Sources } from "./candidates.js";
import { candidates } from "./candidates.js";
import type { ServerValues } from "./server-values.js";
import { cachedValues } from "./server-values.js";
import type { Shell } from "./offer.js";
import { candidateLines, SHELLS } from "./offer.js";

/**
 * Runs `turnpipe __complete SHELL -- WORD…`, which the scripts call with the words up to the cursor,
 * without the program name; the last is the one to complete. On any error it prints nothing and exits
 * 0: it runs in the middle of somebody's command line.
 */
export async function complete(
  runContext: RunContext,
  commandFor: Sources["commandFor"],
): Promise<number> {
  try {
    const call = readCall(runContext.argv);
    if (call === undefined) return 0;
    const offer = await candidates(call.words, {
      commandFor,
      ...cachedValues(serverOf(runContext), runContext),
    });
    const text = candidateLines(offer, call.shell);
    if (text !== "") await ownStdout(runContext).text(text);
  } catch {
    // no candidates
  }
  return 0;
}

function readCall([, shell, dashes, ...words]: readonly string[]):
  { shell: Shell; words: readonly string[] } | undefined {
  const known = SHELLS.find((name) => name === shell);
  if (known === undefined || dashes !== "--") return undefined;
  return { shell: known, words };
}

/** Loaded on demand: most words need no server. */
const serverOf = (runContext: RunContext): ServerValues => ({
  models: async () => (await import("./ask-server.js")).askModels(runContext),
  threads: async (state) => (await import("./ask-server.js")).askThreads(runContext, state),
});
