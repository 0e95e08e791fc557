import { threadParams as completed } from "../../src/session/thread-params.js";
import type { ThreadParams, TurnParams } from "../../src/protocol/params.js";

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
