import type { Flag } from "./flag.js";

/** Flags for decisions on what the sandbox forbids. */
export const APPROVAL_FLAGS = {
  approve: {
    type: "string",
    value: "WHO",
    group: "Approvals:",
    describe: "who allows what the sandbox forbids: never (default), always, rules, ask, exec:CMD",
  },
  "approve-timeout": {
    type: "string",
    value: "DURATION",
    group: "Approvals:",
    describe: "how long a decision may take before the request is declined (60s; ask: 30m)",
  },
  answer: {
    type: "string",
    value: "KEY=VALUE",
    array: true,
    group: "Approvals:",
    describe: "the answer to a question of the agent or a tool, by its id (repeatable)",
  },
} as const satisfies Record<string, Flag>;
