/** Methods of the requests we send. */
export const METHOD = {
  initialize: "initialize",
  readConfig: "config/read",
  readAccount: "account/read",
  logIn: "account/login/start",
  cancelLogin: "account/login/cancel",
  logOut: "account/logout",
  readLimits: "account/rateLimits/read",
  listModels: "model/list",
  runCommand: "command/exec",
  startThread: "thread/start",
  resumeThread: "thread/resume",
  forkThread: "thread/fork",
  listThreads: "thread/list",
  readThread: "thread/read",
  listTurns: "thread/turns/list",
  nameThread: "thread/name/set",
  archiveThread: "thread/archive",
  unarchiveThread: "thread/unarchive",
  deleteThread: "thread/delete",
  compactThread: "thread/compact/start",
  revertThread: "thread/revert",
  rollBackThread: "thread/rollback",
  unsubscribe: "thread/unsubscribe",
  cleanTerminals: "thread/backgroundTerminals/clean",
  readMetadata: "fs/getMetadata",
  startTurn: "turn/start",
  steerTurn: "turn/steer",
  interruptTurn: "turn/interrupt",
  startReview: "review/start",
} as const;

/** Methods of the notifications we send. */
export const CLIENT_NOTIFICATION = { initialized: "initialized" } as const;

/** Notifications that we never use: the server is asked not to send them. */
export const ALWAYS_OPTED_OUT = [
  "app/list/updated",
  "item/commandExecution/terminalInteraction",
  "item/fileChange/outputDelta",
  "item/fileChange/patchUpdated",
  "item/mcpToolCall/progress",
  "item/reasoning/summaryPartAdded",
  "item/reasoning/textDelta",
  "remoteControl/status/changed",
  "skills/changed",
  "thread/readState/changed",
  "thread/settings/updated",
  "thread/started",
] as const;

/** Notifications needed only for an `--include` value or a flag. */
export const OPTIONAL_NOTIFICATIONS = {
  messageDeltas: ["item/agentMessage/delta"],
  deltas: [
    "item/plan/delta",
    "item/reasoning/summaryTextDelta",
    "item/commandExecution/outputDelta",
  ],
  diff: ["turn/diff/updated"],
  mcp: ["mcpServer/startupStatus/updated"],
} as const;
