/** What we ask of the server. */
export const CALL = {
  initialize: "initialize",
  startThread: "thread/start",
  readThread: "thread/read",
  unsubscribe: "thread/unsubscribe",
  startTurn: "turn/start",
  interruptTurn: "turn/interrupt",
} as const;

/** What we tell it. */
export const TELL = { initialized: "initialized" } as const;

/** News that nobody asked us to show is not sent to us at all. */
export const NEVER_WANTED = [
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

/** News sent only when its `--include` part, or a flag that needs it, was given. */
export const WANTED_FOR = {
  deltas: [
    "item/agentMessage/delta",
    "item/plan/delta",
    "item/reasoning/summaryTextDelta",
    "item/commandExecution/outputDelta",
  ],
  diff: ["turn/diff/updated"],
  mcp: ["mcpServer/startupStatus/updated"],
} as const;
