import type { ThreadParams } from "../protocol/params.js";

type Given = Pick<ThreadParams, "cwd" | "approvalPolicy" | "ephemeral"> & Partial<ThreadParams>;

/** Completes the settings of a thread: null, the server's choice, for each one that is not given. */
export const threadParams = ({ cwd, ...given }: Given): ThreadParams => ({
  model: null,
  modelProvider: null,
  cwd,
  workspaceRoots: [cwd],
  approvalsReviewer: null,
  sandbox: null,
  permissions: null,
  threadSource: "user",
  config: null,
  ...given,
});
