import type { Flag } from "./flag.js";

/** Who allows what the sandbox forbids. */
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
    describe: "how long a decision may take before it is a no (60s; ask: 30m)",
  },
  answer: {
    type: "string",
    array: true,
    nargs: 1,
    group: "Approvals:",
    describe: "key=value for a question of the agent or a tool (repeatable)",
  },
} as const satisfies Record<string, Flag>;
