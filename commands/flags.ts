import { INCLUDES } from "../src/translate/include.js";

/** One row of the table, as much of it as anybody reads. */
export interface Flag {
  type: "boolean" | "string";
  alias?: string | readonly string[];
  array?: boolean;
  nargs?: number;
  requiresArg?: boolean;
  choices?: readonly string[];
  group: string;
  describe: string;
}

/** How words are read: names as they are written, values as they stand. */
export const PARSING = {
  "camel-case-expansion": false,
  "dot-notation": false,
  "parse-numbers": false,
  "parse-positional-numbers": false,
} as const;

/** The flags of every command that plays a turn, declared once: the parsers and the help read this. */
export const TURN_FLAGS = {
  json: { type: "boolean", group: "Output:", describe: "print events as JSON lines" },
  output: {
    alias: ["o", "output-last-message"],
    type: "string",
    requiresArg: true,
    group: "Output:",
    describe: "write the final message to a file",
  },
  "output-schema": {
    type: "string",
    requiresArg: true,
    group: "Output:",
    describe: "JSON Schema the answer must match (exit 8 if it does not)",
  },
  "diff-file": {
    type: "string",
    requiresArg: true,
    group: "Output:",
    describe: "write the turn's unified diff to a file",
  },
  result: {
    type: "string",
    requiresArg: true,
    group: "Output:",
    describe: "write the last event to a file, whole or not at all",
  },
  include: {
    type: "string",
    array: true,
    nargs: 1,
    group: "Output:",
    describe: `more events with --json: ${INCLUDES.join(",")}`,
  },
  quiet: {
    alias: "q",
    type: "boolean",
    group: "Output:",
    describe: "nothing on stderr but errors",
  },
  verbose: { alias: "v", type: "boolean", group: "Output:", describe: "more on stderr" },
  color: {
    type: "string",
    choices: ["auto", "always", "never"],
    group: "Output:",
    describe: "colour on stderr",
  },
  "prompt-file": {
    type: "string",
    requiresArg: true,
    group: "Input:",
    describe: "read the prompt from a file",
  },
  image: {
    alias: "i",
    type: "string",
    array: true,
    nargs: 1,
    group: "Input:",
    describe: "attach an image (repeatable)",
  },
  stdin: {
    type: "boolean",
    group: "Input:",
    describe: "wait for piped input however long it takes (--no-stdin ignores it)",
  },
  "steer-from": {
    type: "string",
    requiresArg: true,
    group: "Input:",
    describe: 'more input while the turn runs: lines {"text": …} from a file or a named pipe',
  },
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
  trust: {
    type: "string",
    choices: ["untrusted", "trusted"],
    requiresArg: true,
    group: "Agent:",
    describe: "whether codex loads the repository's own .codex (as your codex config says)",
  },
  "min-quota": {
    type: "string",
    requiresArg: true,
    group: "Agent:",
    describe: "do not begin with less than this share of the usage limit left (15%): exit 6",
  },
  codex: {
    type: "string",
    requiresArg: true,
    group: "Server:",
    describe: "the codex program (else TURNPIPE_CODEX, PATH, the installed package)",
  },
  config: {
    alias: "c",
    type: "string",
    array: true,
    nargs: 1,
    group: "Server:",
    describe: "codex setting key=value, value as TOML (repeatable)",
  },
  enable: {
    type: "string",
    array: true,
    nargs: 1,
    group: "Server:",
    describe: "switch a codex feature on (repeatable)",
  },
  disable: {
    type: "string",
    array: true,
    nargs: 1,
    group: "Server:",
    describe: "switch a codex feature off (repeatable)",
  },
  "trust-project-config": {
    type: "boolean",
    group: "Server:",
    describe: "let the project's turnpipe config loosen things",
  },
} as const satisfies Record<string, Flag>;

export const RUN_FLAGS = {
  ...TURN_FLAGS,
  demo: {
    type: "string",
    group: "Server:",
    describe: "run on a scripted model, without an account (--demo=NAME)",
  },
} as const satisfies Record<string, Flag>;

export const RESUME_FLAGS = {
  last: { type: "boolean", group: "Thread:", describe: "the latest thread of this directory" },
  all: {
    type: "boolean",
    group: "Thread:",
    describe: "look for the name, or the latest, in every directory",
  },
  fork: {
    type: "boolean",
    group: "Thread:",
    describe: "leave the thread as it is, go on in a copy",
  },
  ...TURN_FLAGS,
} as const satisfies Record<string, Flag>;
