import type { Flag } from "./flag.js";

/** Flags for the model, the sandbox, the directory and the checks of a turn. */
export const AGENT_FLAGS = {
  model: { alias: "m", type: "string", value: "MODEL", group: "Agent:", describe: "the model" },
  effort: {
    type: "string",
    value: "EFFORT",
    group: "Agent:",
    describe: "reasoning effort (low, medium, high, …)",
  },
  summary: {
    type: "string",
    value: "KIND",
    choices: ["auto", "concise", "detailed", "none"],
    group: "Agent:",
    describe: "reasoning summaries",
  },
  sandbox: {
    alias: "s",
    type: "string",
    value: "MODE",
    choices: ["read-only", "workspace-write", "danger-full-access"],
    group: "Agent:",
    describe: "what commands may touch",
  },
  write: {
    type: "boolean",
    group: "Agent:",
    describe: "let the agent change files in the working directory: -s workspace-write",
  },
  cd: {
    alias: "C",
    type: "string",
    value: "DIR",
    group: "Agent:",
    describe: "work in this directory",
  },
  "add-dir": {
    type: "string",
    value: "DIR",
    array: true,
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
    value: "CONDITION",
    array: true,
    group: "Agent:",
    describe: "exit 3 on no-change, declined, tools-failed, empty-answer (comma list)",
  },
  verify: {
    type: "string",
    value: "COMMAND",
    group: "Agent:",
    describe: "check the work with this command; the agent continues while it fails (else exit 3)",
  },
  "verify-retries": {
    type: "string",
    value: "N",
    group: "Agent:",
    describe: "how many more turns --verify may start (2)",
  },
  "verify-timeout": {
    type: "string",
    value: "DURATION",
    group: "Agent:",
    describe: "how long one --verify run may take (30m)",
  },
  trust: {
    type: "string",
    value: "TRUST",
    choices: ["untrusted", "trusted"],
    group: "Agent:",
    describe:
      "untrusted or trusted: whether codex loads the repository's own .codex (default: as in your codex config)",
  },
  preflight: {
    type: "boolean",
    group: "Agent:",
    describe:
      "check first that the sandbox works (else exit 9) and that you are logged in (else exit 4)",
  },
  "min-quota": {
    type: "string",
    value: "PERCENT",
    group: "Agent:",
    describe: "do not start with less than this share of the usage limit left (15%): exit 6",
  },
} as const satisfies Record<string, Flag>;
