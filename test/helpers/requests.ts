import type { ThreadParams, TurnParams } from "../../src/protocol/params.js";

/** How a thread is opened when nobody has a wish. */
export const threadParams = (cwd: string, wishes: Partial<ThreadParams> = {}): ThreadParams => ({
  model: null,
  modelProvider: null,
  cwd,
  workspaceRoots: [cwd],
  approvalPolicy: "never",
  approvalsReviewer: null,
  sandbox: null,
  permissions: null,
  ephemeral: false,
  threadSource: "user",
  config: null,
  ...wishes,
});

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
