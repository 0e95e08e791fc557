import { describe, expect, test } from "vitest";

import { ApprovalRequest } from "../../src/dialect/approval.js";
import { approvalRequestOf } from "../../src/approvals/approval-request.js";
import { parseItem, type ServerItem } from "../../src/protocol/items.js";
import { parseServerRequest } from "../../src/protocol/server-requests.js";

const COMMAND = "item/commandExecution/requestApproval";
const CHANGE = "item/fileChange/requestApproval";
const PERMISSIONS = "item/permissions/requestApproval";
const USER_INPUT = "item/tool/requestUserInput";
const ELICITATION = "mcpServer/elicitation/request";

const IDS = { threadId: "t-1", turnId: "u-1", itemId: "i-1", startedAtMs: 1 };
const OURS = { thread_id: "t-1", turn_id: "u-1", item_id: "i-1", reason: null };
const UNNAMED = { thread_id: null, turn_id: null, item_id: null, reason: null };

/** The request in a question; whatever it is, it is what its schema says, and nothing else. */
function read(method: string, params: unknown, items: readonly ServerItem[] = []): unknown {
  const request = approvalRequestOf(parseServerRequest({ id: 0, method, params }), items);
  if (request !== undefined) expect(ApprovalRequest.parse(request)).toEqual(request);
  return request;
}

describe("a command", () => {
  const PLAIN = { kind: "command", ...OURS, command: "rm -rf build", cwd: "/repo", host: null };
  const params = { ...IDS, kind: "command", command: "rm -rf build", cwd: "/repo" };

  test("is a line with the directory it runs in", () => {
    expect(read(COMMAND, { ...params, approvalId: null, commandActions: [] })).toEqual(PLAIN);
  });

  test("comes with the agent's reason", () => {
    expect(read(COMMAND, { ...params, reason: "tidy up" })).toEqual({
      ...PLAIN,
      reason: "tidy up",
    });
  });

  test("may be about a host", () => {
    const networkApprovalContext = { host: "example.org", protocol: "https" };
    expect(read(COMMAND, { ...params, networkApprovalContext })).toEqual({
      ...PLAIN,
      host: "example.org",
    });
  });

  test("that is not told is empty", () => {
    expect(read(COMMAND, { ...IDS, command: null, cwd: null })).toEqual({
      ...PLAIN,
      command: "",
      cwd: null,
    });
  });

  test.each([
    [["git", "status"], "git status"],
    [["bash", "-lc", "git status && ls"], "bash -lc 'git status && ls'"],
    [["echo", "it's"], "echo 'it'\\''s'"],
    [
      ["echo", "", "$HOME", "*", "a;b", "~", "日本", "a\nb"],
      "echo '' '$HOME' '*' 'a;b' '~' '日本' 'a\nb'",
    ],
    [[], ""],
  ])("of the words %j is the line that means them", (command, line) => {
    const legacy = { conversationId: "t-1", callId: "i-1", command, cwd: "/repo", parsedCmd: [] };
    expect(read("execCommandApproval", legacy)).toEqual({
      ...PLAIN,
      turn_id: null,
      command: line,
    });
  });
});

describe("a change of files", () => {
  const ITEM = parseItem({
    type: "fileChange",
    id: "i-1",
    status: "inProgress",
    changes: [
      { path: "/repo/a.ts", kind: { type: "update", move_path: "/repo/b.ts" }, diff: "-a\n+b\n" },
      { path: "/repo/c.ts", kind: { type: "add" } },
    ],
  });
  const CHANGES = [
    { path: "/repo/a.ts", kind: "update", move_path: "/repo/b.ts", diff: "-a\n+b\n" },
    { path: "/repo/c.ts", kind: "add", move_path: null, diff: null },
  ];

  test("is looked up by the item it names", () => {
    const other = parseItem({ type: "fileChange", id: "i-2", status: "inProgress", changes: [] });
    expect(read(CHANGE, { ...IDS, reason: "fix" }, [other, ITEM])).toEqual({
      kind: "file_change",
      ...OURS,
      reason: "fix",
      changes: CHANGES,
      grant_root: null,
    });
  });

  test("may want a whole directory", () => {
    expect(read(CHANGE, { ...IDS, grantRoot: "/etc" }, [ITEM])).toEqual({
      kind: "file_change",
      ...OURS,
      changes: CHANGES,
      grant_root: "/etc",
    });
  });

  test.each<[name: string, items: ServerItem[]]>([
    ["unknown", []],
    [
      "a command",
      [parseItem({ type: "commandExecution", id: "i-1", command: "x", status: "inProgress" })],
    ],
    ["not readable", [parseItem({ type: "fileChange", id: "i-1", changes: "odd" })]],
  ])("whose item is %s names no file", (_name, items) => {
    expect(read(CHANGE, IDS, items)).toEqual({
      kind: "file_change",
      ...OURS,
      changes: [],
      grant_root: null,
    });
  });

  test("of an old server brings its changes along", () => {
    const fileChanges = {
      "/repo/new.ts": { type: "add", content: "hello\n" },
      "/repo/old.ts": { type: "delete", content: "bye\n" },
      "/repo/a.ts": { type: "update", unified_diff: "-a\n+b\n", move_path: "/repo/b.ts" },
      "/repo/odd.ts": null,
    };
    const legacy = { conversationId: "t-1", callId: "i-1", fileChanges, grantRoot: null };
    expect(read("applyPatchApproval", legacy)).toEqual({
      kind: "file_change",
      ...OURS,
      turn_id: null,
      changes: [
        { path: "/repo/new.ts", kind: "add", move_path: null, diff: "hello\n" },
        { path: "/repo/old.ts", kind: "delete", move_path: null, diff: "bye\n" },
        { path: "/repo/a.ts", kind: "update", move_path: "/repo/b.ts", diff: "-a\n+b\n" },
        { path: "/repo/odd.ts", kind: "update", move_path: null, diff: null },
      ],
      grant_root: null,
    });
  });
});

test("permissions are told as they are wanted", () => {
  const permissions = { network: { enabled: true }, fileSystem: null };
  const params = { ...IDS, environmentId: null, cwd: "/repo", reason: "npm install", permissions };
  expect(read(PERMISSIONS, params)).toEqual({
    kind: "permissions",
    ...OURS,
    reason: "npm install",
    cwd: "/repo",
    permissions,
  });
});

test("questions keep their ids, the labels of their options, and whether they are secret", () => {
  const questions = [
    {
      id: "colour",
      header: "Colour",
      question: "Which colour?",
      isOther: false,
      isSecret: false,
      options: [
        { label: "red", description: "warm" },
        { label: "blue", description: "cold" },
        { description: "without a name" },
        null,
      ],
    },
    { id: "token", header: "Token", question: "Your token?", isSecret: true, options: null },
    null,
  ];
  expect(read(USER_INPUT, { ...IDS, questions, autoResolutionMs: null })).toEqual({
    kind: "user_input",
    ...OURS,
    questions: [
      { id: "colour", question: "Which colour?", options: ["red", "blue"], secret: false },
      { id: "token", question: "Your token?", options: [], secret: true },
      { id: "", question: "", options: [], secret: false },
    ],
  });
});

describe("an elicitation", () => {
  const FORM = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
  const ASKING = { threadId: "t-1", turnId: null, serverName: "forms", _meta: null };
  const ASKED = { kind: "elicitation", ...OURS, turn_id: null, item_id: null, server: "forms" };

  test.each(["form", "openai/form", "openaiForm"])("of the mode %s brings its form", (mode) => {
    const params = { ...ASKING, mode, message: "Who are you?", requestedSchema: FORM };
    expect(read(ELICITATION, params)).toEqual({
      ...ASKED,
      message: "Who are you?",
      schema: FORM,
      url: null,
    });
  });

  test("of a page brings its address", () => {
    const url = "https://example.org/login";
    const params = { ...ASKING, mode: "url", message: "Log in", url, elicitationId: "e-1" };
    expect(read(ELICITATION, params)).toEqual({ ...ASKED, message: "Log in", schema: null, url });
  });
});

describe("a call of a tool", () => {
  const call = (id: string, tool: string, args: unknown, server = "files") =>
    parseItem({ type: "mcpToolCall", id, server, tool, status: "inProgress", arguments: args });

  const asking = (message: string, tool_params: unknown = { path: "a" }) => ({
    threadId: "t-1",
    turnId: "u-1",
    serverName: "files",
    mode: "form",
    _meta: { codex_approval_kind: "mcp_tool_call", tool_params },
    message,
    requestedSchema: { type: "object", properties: {} },
  });

  const asked = (tool: string | null, args: unknown = { path: "a" }) => ({
    kind: "mcp",
    ...OURS,
    item_id: null,
    server: "files",
    tool,
    arguments: args,
  });

  test("is named by the call that runs", () => {
    const items = [call("c-0", "other", {}, "elsewhere"), call("c-1", "read_file", { path: "a" })];
    expect(read(ELICITATION, asking("May it?"), items)).toEqual(asked("read_file"));
  });

  test("is named by the question where no call is known", () => {
    const message = 'Allow the files MCP server to run tool "read_file"?';
    expect(read(ELICITATION, asking(message))).toEqual(asked("read_file"));
  });

  test("has no name where neither tells it", () => {
    expect(read(ELICITATION, asking("May it?"), [call("c-0", "x", {}, "elsewhere")])).toEqual(
      asked(null),
    );
  });

  test("without arguments has none", () => {
    const params = { ...asking("May it?"), _meta: { codex_approval_kind: "mcp_tool_call" } };
    expect(read(ELICITATION, params)).toEqual(asked(null, null));
  });

  test("is not taken for another call of the same server that runs already", () => {
    const items = [
      call("c-1", "read_file", { path: "a" }),
      call("c-2", "delete_file", { path: "b" }),
    ];
    const message = 'Allow the files MCP server to run tool "delete_file"?';
    expect(read(ELICITATION, asking(message, { path: "b" }), items)).toEqual(
      asked("delete_file", { path: "b" }),
    );
  });
});

describe("params that nobody would send", () => {
  const NOTHING: Readonly<Record<string, object>> = {
    [COMMAND]: { kind: "command", command: "", cwd: null, host: null },
    execCommandApproval: { kind: "command", command: "", cwd: null, host: null },
    [CHANGE]: { kind: "file_change", changes: [], grant_root: null },
    applyPatchApproval: { kind: "file_change", changes: [], grant_root: null },
    [PERMISSIONS]: { kind: "permissions", cwd: null, permissions: null },
    [USER_INPUT]: { kind: "user_input", questions: [] },
    [ELICITATION]: { kind: "elicitation", server: "", message: "", schema: null, url: null },
  };
  const ODD = [null, undefined, 0, "odd", true, [], {}];

  test.each(Object.entries(NOTHING))("ask %s for nothing", (method, nothing) => {
    expect(ODD.map((params) => read(method, params))).toEqual(
      ODD.map(() => ({ ...UNNAMED, ...nothing })),
    );
  });

  test.each(Object.entries(NOTHING))(
    "with fields of the wrong type ask %s for nothing",
    (method, nothing) => {
      const names =
        "threadId turnId itemId reason command cwd grantRoot questions serverName message";
      const more = "url networkApprovalContext fileChanges _meta";
      const params = Object.fromEntries(`${names} ${more}`.split(" ").map((name) => [name, 5]));
      expect(read(method, params)).toEqual({ ...UNNAMED, ...nothing });
    },
  );
});

test.each([
  "item/tool/call",
  "account/chatgptAuthTokens/refresh",
  "attestation/generate",
  "currentTime/read",
  "brand/new",
])("%s is nothing that a policy could decide", (method) => {
  expect(read(method, IDS)).toBeUndefined();
});
