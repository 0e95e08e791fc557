import type { Flag } from "./flag.js";

/** Who works, where, and how far. */
export const AGENT_FLAGS = {
  model: { alias: "m", type: "string", requiresArg: true, group: "Agent:", describe: "the model" },
  effort: {
    type: "string",
    requiresArg: true,
    group: "Agent:",
    describe: "reasoning effort (low, medium, high, …)",
  },
  summary: {
    type: "string",
    choices: ["auto", "concise", "detailed", "none"],
    requiresArg: true,
    group: "Agent:",
    describe: "reasoning summaries",
  },
  sandbox: {
    alias: "s",
    type: "string",
    choices: ["read-only", "workspace-write", "danger-full-access"],
    requiresArg: true,
    group: "Agent:",
    describe: "what commands may touch",
  },
  cd: {
    alias: "C",
    type: "string",
    requiresArg: true,
    group: "Agent:",
    describe: "work in this directory",
  },
  "add-dir": {
    type: "string",
    array: true,
    nargs: 1,
    group: "Agent:",
    describe: "another directory the agent may write to (repeatable)",
  },
  ephemeral: { type: "boolean", group: "Agent:", describe: "do not store the thread" },
  "skip-git-repo-check": {
    type: "boolean",
    group: "Agent:",
    describe: "run outside a git repository",
  },
  "fail-on": {
    type: "string",
    array: true,
    nargs: 1,
    group: "Agent:",
    describe: "exit 3 on no-change, declined, tools-failed, empty-answer (comma list)",
  },
  verify: {
    type: "string",
    requiresArg: true,
    group: "Agent:",
    describe: "check the work with this command; while it fails the agent goes on (exit 3 at last)",
  },
  "verify-retries": {
    type: "string",
    requiresArg: true,
    group: "Agent:",
    describe: "how many more turns that may take (2)",
  },
  "verify-timeout": {
    type: "string",
    requiresArg: true,
    group: "Agent:",
    describe: "how long a check may take (30m)",
  },
  trust: {
    type: "string",
    choices: ["untrusted", "trusted"],
    requiresArg: true,
    group: "Agent:",
    describe: "whether codex loads the repository's own .codex (as your codex config says)",
  },
  preflight: {
    type: "boolean",
    group: "Agent:",
    describe:
      "do not begin where the sandbox does not work (exit 9) or nobody is logged in (exit 4)",
  },
  "min-quota": {
    type: "string",
    requiresArg: true,
    group: "Agent:",
    describe: "do not begin with less than this share of the usage limit left (15%): exit 6",
  },
} as const satisfies Record<string, Flag>;
