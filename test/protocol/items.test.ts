import { describe, expect, test } from "vitest";

import { parseItem, SILENT_ITEMS } from "../../src/protocol/items.js";

/** One item of each kind we show, as codex 0.166 sends it. */
const SHOWN = [
  {
    type: "agentMessage",
    id: "msg_1",
    text: "done",
    phase: "final_answer",
    delivery: null,
    memoryCitation: null,
    questions: null,
    startedAtMs: 1000,
    completedAtMs: 1500,
  },
  { type: "reasoning", id: "rs_1", summary: ["**Look**", "again"], content: ["raw"] },
  { type: "plan", id: "plan_1", text: "1. look" },
  {
    type: "commandExecution",
    id: "call_1",
    command: "/bin/bash -lc 'ls'",
    cwd: "/repo",
    processId: "42",
    source: "unifiedExecStartup",
    status: "completed",
    commandActions: [{ type: "listFiles", command: "ls", path: null }],
    aggregatedOutput: "a\n",
    exitCode: 0,
    durationMs: 12,
    pluginId: null,
    scriptPath: null,
  },
  {
    type: "commandExecution",
    id: "call_2",
    command: "sleep 9",
    status: "inProgress",
    aggregatedOutput: null,
    exitCode: null,
    durationMs: null,
  },
  {
    type: "fileChange",
    id: "call_3",
    changes: [
      { path: "/repo/a.txt", kind: { type: "add" }, diff: "one\n" },
      { path: "/repo/b.txt", kind: { type: "update", move_path: "/repo/c.txt" }, diff: "@@" },
      { path: "/repo/d.txt", kind: { type: "update", move_path: null }, diff: "@@" },
      { path: "/repo/e.txt", kind: { type: "delete" }, diff: "" },
    ],
    status: "declined",
  },
  {
    type: "mcpToolCall",
    id: "call_4",
    server: "docs",
    tool: "search",
    status: "completed",
    arguments: { q: "x" },
    result: { content: [{ type: "text", text: "y" }], structuredContent: { n: 1 }, _meta: null },
    error: null,
    durationMs: 3,
  },
  {
    type: "mcpToolCall",
    id: "call_5",
    server: "docs",
    tool: "search",
    status: "failed",
    arguments: null,
    result: null,
    error: { message: "no such tool" },
    durationMs: null,
  },
  {
    type: "collabAgentToolCall",
    id: "call_6",
    tool: "spawnAgent",
    status: "interrupted",
    senderThreadId: "t-1",
    receiverThreadIds: ["t-2"],
    prompt: null,
    model: "gpt",
    reasoningEffort: "low",
    agentsStates: { "t-2": { status: "pendingInit", message: null } },
  },
  {
    type: "webSearch",
    id: "ws_1",
    query: "codex",
    action: { type: "openPage", url: "https://example.org" },
    results: [],
  },
  { type: "webSearch", id: "ws_2", query: "", action: null },
];

test.each(SHOWN)("a $type is read with everything it brought", (item) => {
  expect(parseItem(item)).toEqual(item);
});

test.each(["declined", "failed", "inProgress", "completed", "interrupted"])(
  "the status %s is known",
  (status) => {
    const item = { type: "fileChange", id: "call_3", changes: [], status };
    expect(parseItem(item)).toEqual(item);
  },
);

describe("an item of another kind", () => {
  test.each([...SILENT_ITEMS, "brandNewThing"])("%s keeps its name and all it said", (name) => {
    const raw = { type: name, id: "x_1", anything: { at: ["all"] } };
    expect(parseItem(raw)).toEqual({ type: "other", name, raw });
  });
});

test("the silent items are the ones codex exec shows nothing for", () => {
  expect([...SILENT_ITEMS].sort()).toEqual([
    "contextCompaction",
    "dynamicToolCall",
    "enteredReviewMode",
    "exitedReviewMode",
    "functionCallOutput",
    "hookPrompt",
    "imageGeneration",
    "imageView",
    "sleep",
    "subAgentActivity",
    "userMessage",
  ]);
});

describe("an item that is not shaped as we know it", () => {
  test.each([
    { type: "agentMessage", id: "msg_1" },
    { type: "agentMessage", text: "no id" },
    { type: "reasoning", id: "rs_1", summary: "a string" },
    { type: "commandExecution", id: "c", command: "ls", status: "paused" },
    { type: "commandExecution", id: "c", command: ["ls"], status: "completed" },
    { type: "fileChange", id: "f", status: "completed", changes: [{ path: "a", kind: "add" }] },
    { type: "mcpToolCall", id: "m", server: "s", tool: "t", status: "completed", result: "text" },
    { type: "webSearch", id: "w", query: "q", action: "search" },
  ])("is another one, not a crash: %j", (raw) => {
    expect(parseItem(raw)).toEqual({ type: "other", name: raw.type, raw });
  });

  test.each([undefined, null, 5, "text", [], {}, { type: 5 }, { type: null }])(
    "and has no name if it has no type: %j",
    (raw) => {
      expect(parseItem(raw)).toEqual({ type: "other", name: "", raw });
    },
  );
});
