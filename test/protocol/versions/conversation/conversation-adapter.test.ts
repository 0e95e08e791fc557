import { expect, test } from "vitest";

import { ConversationAdapter } from "../../../../src/protocol/versions/conversation/conversation-adapter.js";
import { Features } from "../../../../src/protocol/versions/features.js";
import type { ServerMessage } from "../../../../src/rpc/peer-adapter.js";

/** An adapter whose server answers by method, what it was asked, and what was delivered besides. */
function adapted(results: Readonly<Record<string, unknown>> = {}, config: object | null = null) {
  const asked: [string, unknown][] = [];
  const delivered: ServerMessage[] = [];
  const gone = new AbortController();
  const adapter = new ConversationAdapter(new Features("0.57.0"), {
    config: config as Record<string, unknown> | null,
    deliver: (message) => void delivered.push(message),
    gone: gone.signal,
  });
  const send = (method: string, params: unknown): Promise<unknown> => {
    asked.push([method, params]);
    return Promise.resolve(results[method] ?? {});
  };
  const event = (msg: object, id = "0"): readonly ServerMessage[] =>
    adapter.receive({
      kind: "notification",
      method: `codex/event/${String((msg as { type?: string }).type)}`,
      params: { id, msg, conversationId: "T" },
    });
  return { adapter, send, asked, delivered, event, gone };
}

const NEW = {
  newConversation: { conversationId: "T", model: "m", reasoningEffort: null, rolloutPath: "/r" },
  addConversationListener: { subscriptionId: "S" },
  getConversationSummary: { summary: { path: "/r", cwd: "/w", modelProvider: "mock" } },
};
const START = { cwd: "/w", approvalPolicy: "never", sandbox: "read-only", model: null };

test("thread/start opens a conversation and listens to it, with the settings of the server", async () => {
  const { adapter, send, asked } = adapted(NEW, { a: 1, b: 1 });
  expect(await adapter.request("thread/start", { ...START, config: { b: 2 } }, send)).toMatchObject(
    {
      thread: { id: "T", path: "/r", cwd: "/w", modelProvider: "mock" },
      model: "m",
      modelProvider: "mock",
      cwd: "/w",
      approvalPolicy: "never",
      sandbox: { type: "readOnly" },
    },
  );
  expect(asked).toEqual([
    [
      "newConversation",
      { cwd: "/w", approvalPolicy: "never", sandbox: "read-only", config: { a: 1, b: 2 } },
    ],
    ["addConversationListener", { conversationId: "T", experimentalRawEvents: false }],
    ["getConversationSummary", { conversationId: "T" }],
  ]);
});

test("thread/resume leaves the provider to the server, which alone knows the configured one", async () => {
  const { adapter, send, asked } = adapted({ ...NEW, resumeConversation: NEW.newConversation });
  const params = { threadId: "T", cwd: "/w", modelProvider: "openai" };
  await adapter.request("thread/resume", params, send);
  expect(asked[0]).toEqual([
    "resumeConversation",
    { conversationId: "T", overrides: { cwd: "/w" } },
  ]);
});

test("turn/start has the id of the turn that begins", async () => {
  const { adapter, send, asked, event } = adapted(NEW);
  await adapter.request("thread/start", START, send);
  const input = [
    { type: "text", text: "Go." },
    { type: "localImage", path: "/i.png" },
  ];
  const started = adapter.request("turn/start", { threadId: "T", input, effort: null }, send);
  event({ type: "task_started" }, "2");
  expect(await started).toEqual({ turn: { id: "2", items: [], status: "inProgress" } });
  expect(asked.at(-1)).toEqual([
    "sendUserMessage",
    {
      conversationId: "T",
      items: [
        { type: "text", data: { text: "Go." } },
        { type: "localImage", data: { path: "/i.png" } },
      ],
    },
  ]);
});

test("a turn does not wait for its beginning when the server is gone", async () => {
  const { adapter, send, gone } = adapted(NEW);
  await adapter.request("thread/start", START, send);
  const started = adapter.request("turn/start", { threadId: "T", input: [] }, send);
  const crash = new Error("the server is gone");
  gone.abort(crash);
  await expect(started).rejects.toBe(crash);
});

test("a turn with another effort repeats all settings, those of config.toml too", async () => {
  const saved = {
    sandboxMode: "workspace-write",
    sandboxSettings: { writableRoots: ["/x"], networkAccess: true },
    approvalPolicy: "on-request",
  };
  const { adapter, send, asked, event } = adapted({
    ...NEW,
    getUserSavedConfig: { config: saved },
  });
  await adapter.request("thread/start", { cwd: "/w" }, send);
  const started = adapter.request("turn/start", { threadId: "T", input: [], effort: "high" }, send);
  await new Promise((resolve) => setImmediate(resolve));
  event({ type: "task_started" });
  await started;
  expect(asked.at(-1)).toEqual([
    "sendUserTurn",
    {
      conversationId: "T",
      items: [],
      cwd: "/w",
      approvalPolicy: "on-request",
      sandboxPolicy: {
        mode: "workspace-write",
        type: "workspace-write",
        writable_roots: ["/x"],
        network_access: true,
        exclude_tmpdir_env_var: false,
        exclude_slash_tmp: false,
      },
      model: "m",
      effort: "high",
      summary: "auto",
    },
  ]);
});

test("a command's approval is one of its item, and its decision in the server's words", async () => {
  const { adapter, send, event } = adapted(NEW);
  await adapter.request("thread/start", START, send);
  event({ type: "task_started" });
  const params = { conversationId: "T", callId: "c", command: ["touch", "a"], cwd: "/w" };
  const asked = adapter.receive({ kind: "request", id: 0, method: "execCommandApproval", params });
  expect(asked.map(({ method }) => method)).toEqual([
    "item/started",
    "item/commandExecution/requestApproval",
  ]);
  expect(asked.at(-1)?.params).toEqual({
    threadId: "T",
    turnId: "0",
    itemId: "c",
    reason: null,
    command: "touch a",
    cwd: "/w",
  });
  expect(adapter.respond(0, { result: { decision: "accept" } })).toEqual({
    result: { decision: "approved" },
  });
});

test("a patch that is declined ends at once, and an error is a denial", async () => {
  const { adapter, send, delivered, event } = adapted(NEW);
  await adapter.request("thread/start", START, send);
  event({ type: "task_started" });
  const fileChanges = { "/w/a": { add: { content: "x" } } };
  const params = { conversationId: "T", callId: "p", fileChanges, reason: "Why." };
  const [started, asked] = adapter.receive({
    kind: "request",
    id: 0,
    method: "applyPatchApproval",
    params,
  });
  expect([started?.method, asked?.method]).toEqual([
    "item/started",
    "item/fileChange/requestApproval",
  ]);
  expect(adapter.respond(0, { error: { code: -32601, message: "no" } })).toEqual({
    result: { decision: "denied" },
  });
  expect(delivered).toEqual([
    {
      kind: "notification",
      method: "item/completed",
      params: {
        threadId: "T",
        turnId: "0",
        item: {
          type: "fileChange",
          id: "p",
          changes: [{ path: "/w/a", kind: { type: "add" }, diff: "x" }],
          status: "declined",
        },
      },
    },
  ]);
});

test("a command that was declined ends as such", async () => {
  const { adapter, send, event } = adapted(NEW);
  await adapter.request("thread/start", START, send);
  event({ type: "exec_command_begin", call_id: "c", command: ["ls"], cwd: "/w" });
  const params = { conversationId: "T", callId: "c", command: ["ls"], cwd: "/w" };
  adapter.receive({ kind: "request", id: 0, method: "execCommandApproval", params });
  adapter.respond(0, { result: { decision: "decline" } });
  const [end] = event({
    type: "exec_command_end",
    call_id: "c",
    exit_code: -1,
    stderr: "rejected",
  });
  expect(end?.params).toMatchObject({
    item: { id: "c", status: "declined", aggregatedOutput: "", exitCode: null },
  });
});

test("stored conversations are listed and read as threads", async () => {
  const summary = {
    conversationId: "T",
    path: "/r",
    preview: "Go.",
    timestamp: "2026-01-02T03:04:05.678Z",
    modelProvider: "mock",
    cwd: "/w",
    cliVersion: "0.57.0",
    source: "vscode",
    gitInfo: { sha: "s", branch: null, origin_url: "u" },
  };
  const thread = {
    id: "T",
    path: "/r",
    preview: "Go.",
    createdAt: 1767323045,
    updatedAt: 1767323045,
    modelProvider: "mock",
    cwd: "/w",
    cliVersion: "0.57.0",
    source: "vscode",
    gitInfo: { sha: "s", branch: null, originUrl: "u" },
  };
  const { adapter, send, asked } = adapted({
    listConversations: { items: [summary], nextCursor: "c" },
    getConversationSummary: { summary },
  });
  const list = { modelProviders: [], limit: 5, cursor: null, archived: false };
  expect(await adapter.request("thread/list", list, send)).toEqual({
    data: [thread],
    nextCursor: "c",
  });
  expect(await adapter.request("thread/read", { threadId: "T" }, send)).toEqual({ thread });
  await adapter.request("thread/archive", { threadId: "T" }, send);
  expect(asked).toEqual([
    ["listConversations", { pageSize: 5, cursor: null, modelProviders: [] }],
    ["getConversationSummary", { conversationId: "T" }],
    ["getConversationSummary", { conversationId: "T" }],
    ["archiveConversation", { conversationId: "T", rolloutPath: "/r" }],
  ]);
});

test("what came a second time, or of another conversation, is passed over", () => {
  const { adapter } = adapted();
  const messages: ServerMessage[] = [
    { kind: "notification", method: "item/started", params: { item: {} } },
    { kind: "notification", method: "turn/completed", params: { turn: {} } },
    { kind: "notification", method: "codex/event/error", params: { conversationId: "U" } },
    { kind: "notification", method: "account/updated", params: {} },
    { kind: "request", id: 1, method: "execCommandApproval", params: { conversationId: "U" } },
  ];
  expect(messages.flatMap((message) => adapter.receive(message))).toEqual(messages.slice(3));
});

test.each([
  ["thread/start", { ephemeral: true }, "ephemeral threads"],
  ["turn/start", { outputSchema: {} }, "output schemas"],
  ["thread/list", { archived: true }, "lists of archived threads"],
  ["model/list", { includeHidden: true }, "lists of hidden models"],
  ["thread/read", { includeTurns: true }, "thread/read"],
  ["thread/fork", {}, "thread/fork"],
  ["review/start", {}, "review/start"],
])("%s %j is refused with the version", async (method, params, what) => {
  const { adapter, send, asked } = adapted();
  await expect(adapter.request(method, params, send)).rejects.toThrow(
    `codex 0.57.0 does not support ${what}`,
  );
  expect(asked).toEqual([]);
});

test("a command outside of a turn is not sent: its sandbox does not work there", async () => {
  const { adapter, send, asked } = adapted();
  await expect(adapter.request("command/exec", {}, send)).rejects.toThrow(
    "command/exec: not supported by this codex (code -32601)",
  );
  expect(asked).toEqual([]);
});
