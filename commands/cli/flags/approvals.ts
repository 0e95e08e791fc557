import type { Flag } from "./flag.js";

/** Flags for decisions on what the sandbox forbids. */
export const APPROVAL_FLAGS = {
  approve: {
    type: "string",
    requiresArg: true,
    group: "Approvals:",
    describe: "who allows what the sandbox forbids: never (default), always, rules, ask, exec:CMD",
  },
  "approve-timeout": {
    type: "string",
    requiresArg: true,
    group: "Approvals:",
    describe: "how long a decision may take before the request is declined (60s; ask: 30m)",
  },
  answer: {
    type: "string",
    array: true,
    nargs: 1,
    group: "Approvals:",
    describe: "key=value, the answer to a question of the agent or a tool (repeatable)",
  },
} as const satisfies Record<string, Flag>;
