import type { ApprovalRequest } from "../../src/dialect/approval.js";

type Of<K extends ApprovalRequest["kind"]> = Extract<ApprovalRequest, { kind: K }>;

const COMMON = { thread_id: "t-1", turn_id: "u-1", item_id: "i-1", reason: null };

/** One request of each kind, as plain as it can be; a test says what is special about its own. */
export const sample = {
  command: (special: Partial<Of<"command">> = {}): Of<"command"> => ({
    kind: "command",
    ...COMMON,
    command: "git status",
    cwd: "/repo",
    host: null,
    ...special,
  }),
  fileChange: (special: Partial<Of<"file_change">> = {}): Of<"file_change"> => ({
    kind: "file_change",
    ...COMMON,
    changes: [{ path: "/repo/src/a.ts", kind: "update", move_path: null, diff: "-a\n+b\n" }],
    grant_root: null,
    ...special,
  }),
  permissions: (special: Partial<Of<"permissions">> = {}): Of<"permissions"> => ({
    kind: "permissions",
    ...COMMON,
    cwd: "/repo",
    permissions: { network: { enabled: true } },
    ...special,
  }),
  mcp: (special: Partial<Of<"mcp">> = {}): Of<"mcp"> => ({
    kind: "mcp",
    ...COMMON,
    server: "files",
    tool: "read_file",
    arguments: { path: "a.txt" },
    ...special,
  }),
  userInput: (special: Partial<Of<"user_input">> = {}): Of<"user_input"> => ({
    kind: "user_input",
    ...COMMON,
    questions: [{ id: "colour", question: "Which colour?", options: ["red"], secret: false }],
    ...special,
  }),
  elicitation: (special: Partial<Of<"elicitation">> = {}): Of<"elicitation"> => ({
    kind: "elicitation",
    ...COMMON,
    server: "forms",
    message: "Who are you?",
    schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    url: null,
    ...special,
  }),
};

/** One of each. */
export const SAMPLES: readonly ApprovalRequest[] = Object.values(sample).map((make) => make());

/** A signal that nobody aborts. */
export const GOING_ON = new AbortController().signal;
