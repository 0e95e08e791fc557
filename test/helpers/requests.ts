import { threadParams as completed } from "../../src/session/thread-params.js";
import type { ThreadParams, TurnParams } from "../../src/protocol/params.js";
import type { ThreadRequest } from "../../src/session/open-thread.js";
import type { TurnRequest } from "../../src/turn/turn-runner.js";

/** How a thread is opened when nobody has a wish. */
export const threadParams = (cwd: string, wishes: Partial<ThreadParams> = {}): ThreadParams =>
  completed({ cwd, approvalPolicy: "never", ephemeral: false, ...wishes });

/** A turn without wishes, but for its thread and who may approve. */
export const turnParams = (
  cwd: string,
  wishes: Partial<TurnParams> = {},
): Omit<TurnParams, "threadId" | "approvalPolicy"> => ({
  input: [{ type: "text", text: "Go" }],
  cwd,
  effort: null,
  summary: null,
  outputSchema: null,
  cyberAccessProgram: null,
  ...wishes,
});

/** The thread a turn asks for, which is not one that is only looked at. */
export function threadOf({ thread }: TurnRequest): ThreadRequest {
  if (thread.kind === "reopen") throw new TypeError("no turn is played on a thread as it is");
  return thread;
}
