import type { RunContext } from "../../src/context.js";
import type { PreparedTurn } from "../turn/prepare.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import { finishTurn } from "../turn/finish-turn.js";
import { NO_TARGETS } from "../turn/result-targets.js";
import { runPreparedTurn } from "../turn/execute-turn.js";
import { onlyThread } from "./pick.js";

/** `turnpipe threads compact`: has the model summarise a thread, and waits for it. */
export async function compact(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = await queryOptions(argv, runContext);
  const query = onlyThread(argv);
  const prepared: PreparedTurn = {
    prompt: () => Promise.resolve(""),
    request: () => ({
      thread: {
        ...{ kind: "reopen", query, cwd: runContext.cwd },
        connected: options.connect !== undefined || undefined,
      },
      task: { kind: "compact" },
    }),
    steering: undefined,
    targets: NO_TARGETS,
    finish: (result) => finishTurn(result, { output: undefined, stop: runContext.stop.signal }),
  };
  return runPreparedTurn({ ...options, include: [] }, prepared, runContext);
}
