import type { Runtime } from "../../src/context.js";
import type { PreparedTurn } from "../turn/prepare.js";
import type { ParsedArguments } from "../cli/parse.js";
import { queryOptions } from "../cli/server-options.js";
import { playTurn } from "../turn/execute-turn.js";
import { ONE_FLAGS } from "./flags.js";
import { onlyThread } from "./pick.js";

/** `turnpipe threads compact`: has the model summarise a thread, and waits for it. */
export async function compact(argv: ParsedArguments, runtime: Runtime): Promise<number> {
  const options = await queryOptions(argv, ONE_FLAGS, runtime);
  const query = onlyThread(argv);
  const prepared: PreparedTurn = {
    prompt: () => Promise.resolve(""),
    request: () => ({
      thread: { kind: "reopen", query, cwd: runtime.cwd },
      task: { kind: "compact" },
    }),
    steering: undefined,
    targets: { output: undefined, diff: undefined, result: undefined, strict: false },
    check: undefined,
  };
  return playTurn({ ...options, include: [], failOn: [] }, prepared, runtime);
}
