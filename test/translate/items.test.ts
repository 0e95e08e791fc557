import { describe, expect, test } from "vitest";

import { parseItem } from "../../src/protocol/items.js";
import { translateItem } from "../../src/translate/items.js";
import { command } from "./notifications.js";

const show = (item: object, withDiff = false) => translateItem(parseItem(item), { withDiff });

describe("an agent message", () => {
  test.each([
    ["final_answer", "final_answer"],
    ["commentary", "commentary"],
    [null, null],
    [undefined, null],
  ])("has its phase (%j)", (phase, expected) => {
    expect(show({ type: "agentMessage", id: "m", text: "hi", phase })).toEqual({
      type: "agent_message",
      text: "hi",
      phase: expected,
    });
  });
});

describe("a command", () => {
  test.each([
    ["inProgress", "in_progress"],
    ["completed", "completed"],
    ["failed", "failed"],
    ["declined", "declined"],
    ["interrupted", "failed"],
  ])("that is %s is %s", (status, expected) => {
    expect(show(command({ status, exitCode: 2 }))).toEqual({
      type: "command_execution",
      command: "/bin/bash -lc ls",
      aggregated_output: "a\n",
      exit_code: 2,
      status: expected,
    });
  });

  test.each([
    { aggregatedOutput: null, exitCode: null },
    { aggregatedOutput: undefined, exitCode: undefined },
  ])("without output or status (%j) has an empty one and none", (missing) => {
    expect(show(command(missing))).toMatchObject({ aggregated_output: "", exit_code: null });
  });
});

describe("a file change", () => {
  const changes = [
    { path: "/r/a", kind: { type: "add" }, diff: "one\n" },
    { path: "/r/b", kind: { type: "update", move_path: "/r/c" }, diff: "@@" },
    { path: "/r/d", kind: { type: "update", move_path: null }, diff: "@@ 2" },
    { path: "/r/e", kind: { type: "delete" } },
  ];

  test("says what happened to each file, and where a moved one went", () => {
    expect(show({ type: "fileChange", id: "f", changes, status: "completed" })).toEqual({
      type: "file_change",
      changes: [
        { path: "/r/a", kind: "add" },
        { path: "/r/b", kind: "update", move_path: "/r/c" },
        { path: "/r/d", kind: "update" },
        { path: "/r/e", kind: "delete" },
      ],
      status: "completed",
    });
  });

  test("has its diffs where they were asked for", () => {
    expect(show({ type: "fileChange", id: "f", changes, status: "completed" }, true)).toEqual({
      type: "file_change",
      changes: [
        { path: "/r/a", kind: "add", diff: "one\n" },
        { path: "/r/b", kind: "update", move_path: "/r/c", diff: "@@" },
        { path: "/r/d", kind: "update", diff: "@@ 2" },
        { path: "/r/e", kind: "delete" },
      ],
      status: "completed",
    });
  });

  test.each([
    ["inProgress", "in_progress"],
    ["completed", "completed"],
    ["failed", "failed"],
    ["declined", "failed"],
    ["interrupted", "failed"],
  ])("that is %s is %s", (status, expected) => {
    expect(show({ type: "fileChange", id: "f", changes: [], status })).toEqual({
      type: "file_change",
      changes: [],
      status: expected,
    });
  });
});

describe("an MCP call", () => {
  const call = { type: "mcpToolCall", id: "c", server: "docs", tool: "search" };

  test("in progress has no result and no error yet", () => {
    expect(
      show({ ...call, status: "inProgress", arguments: { q: 1 }, result: null, error: null }),
    ).toEqual({
      type: "mcp_tool_call",
      server: "docs",
      tool: "search",
      arguments: { q: 1 },
      result: null,
      error: null,
      status: "in_progress",
    });
  });

  test("without arguments has null, and keeps structured content", () => {
    const result = { content: [{ type: "text", text: "x" }], structuredContent: { n: 1 } };
    expect(show({ ...call, status: "completed", result })).toEqual({
      type: "mcp_tool_call",
      server: "docs",
      tool: "search",
      arguments: null,
      result: { content: [{ type: "text", text: "x" }], structured_content: { n: 1 } },
      error: null,
      status: "completed",
    });
  });

  test.each([
    [{ trace: "1" }, { content: [], _meta: { trace: "1" }, structured_content: null }],
    [null, { content: [], structured_content: null }],
    [undefined, { content: [], structured_content: null }],
  ])("keeps the _meta %j of its result, in its place", (_meta, result) => {
    const item = { ...call, status: "completed", result: { content: [], _meta, extra: 1 } };
    const shown = show(item);
    expect(JSON.stringify((shown as { result: unknown }).result)).toBe(JSON.stringify(result));
  });

  test("that failed says why", () => {
    expect(
      show({ ...call, status: "failed", arguments: null, error: { message: "no", code: 5 } }),
    ).toEqual({
      type: "mcp_tool_call",
      server: "docs",
      tool: "search",
      arguments: null,
      result: null,
      error: { message: "no" },
      status: "failed",
    });
  });
});

describe("a call to another agent", () => {
  const call = {
    type: "collabAgentToolCall",
    id: "c",
    status: "completed",
    senderThreadId: "t-1",
    receiverThreadIds: ["t-2"],
    prompt: "go",
    model: "gpt",
    agentsStates: {
      "t-2": { status: "pendingInit", message: null, extra: 1 },
      "t-3": { status: "notFound" },
    },
  };

  test.each([
    ["spawnAgent", "spawn_agent"],
    ["sendInput", "send_input"],
    ["wait", "wait"],
    ["resumeAgent", "wait"],
    ["closeAgent", "close_agent"],
  ])("with %s is %s", (tool, expected) => {
    expect(show({ ...call, tool })).toEqual({
      type: "collab_tool_call",
      tool: expected,
      sender_thread_id: "t-1",
      receiver_thread_ids: ["t-2"],
      prompt: "go",
      agents_states: {
        "t-2": { status: "pending_init", message: null },
        "t-3": { status: "not_found", message: null },
      },
      status: "completed",
    });
  });

  test.each(["listAgents", "followupTask", "brandNew"])("with %s is not shown", (tool) => {
    expect(show({ ...call, tool })).toBeUndefined();
  });
});

describe("a web search", () => {
  test.each<[object | null | undefined, object]>([
    [
      { type: "search", query: "q", queries: ["a"] },
      { type: "search", query: "q", queries: ["a"] },
    ],
    [{ type: "search", query: null, queries: null }, { type: "search" }],
    [
      { type: "openPage", url: "u" },
      { type: "open_page", url: "u" },
    ],
    [
      { type: "findInPage", url: "u", pattern: "p", more: 1 },
      { type: "find_in_page", url: "u", pattern: "p" },
    ],
    [
      { type: "findInPage", url: null, pattern: "p" },
      { type: "find_in_page", pattern: "p" },
    ],
    [{ type: "other" }, { type: "other" }],
    [{ type: "brandNew", url: "u" }, { type: "other" }],
    [{ type: "toString" }, { type: "other" }],
    [null, { type: "other" }],
    [undefined, { type: "other" }],
  ])("with the action %j did %j", (action, expected) => {
    expect(show({ type: "webSearch", id: "ws_1", query: "q", action, results: [] })).toEqual({
      type: "web_search",
      query: "q",
      action: expected,
    });
  });
});

describe("the time an item took", () => {
  test.each<[object, object]>([
    [{ durationMs: 12, startedAtMs: 1000, completedAtMs: 1500 }, { duration_ms: 12 }],
    [{ durationMs: null, startedAtMs: 1000, completedAtMs: 1500 }, { duration_ms: 500 }],
    [{ durationMs: 0 }, { duration_ms: 0 }],
    [{ startedAtMs: 1000, completedAtMs: null }, {}],
    [{ completedAtMs: 1500 }, {}],
    [{}, {}],
  ])("with %j is %j", (times, expected) => {
    const shown = { type: "agent_message", text: "hi", phase: null };
    expect(show({ type: "agentMessage", id: "m", text: "hi", ...times })).toEqual({
      ...shown,
      ...expected,
    });
  });
});
