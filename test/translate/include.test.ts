import { describe, expect, test } from "vitest";

import { INCLUDES } from "../../src/translate/include.js";
import {
  command,
  completed,
  lines,
  message,
  notification,
  plan,
  started,
  told,
} from "./notifications.js";

const delta = (method: string) => notification(method, { itemId: "raw_1", delta: "hel" });
const deltaLine = (item_type: string) => ({
  type: "item.delta",
  raw_id: "raw_1",
  item_type,
  delta: "hel",
});
const tokens = { inputTokens: 5, outputTokens: 1 };
const usage = {
  input_tokens: 5,
  cached_input_tokens: 0,
  cache_write_input_tokens: 0,
  output_tokens: 1,
  reasoning_output_tokens: 0,
};

describe("deltas", () => {
  test.each([
    ["item/agentMessage/delta", "agent_message"],
    ["item/reasoning/summaryTextDelta", "reasoning"],
    ["item/commandExecution/outputDelta", "command_execution"],
    ["item/plan/delta", "plan"],
  ])("%s is a piece of %s", (method, type) => {
    expect(lines([delta(method)], ["deltas"])).toEqual([deltaLine(type)]);
  });

  test("are joined to their items by the server's own ids", () => {
    const pieces = [
      started(command({ status: "inProgress", aggregatedOutput: null, exitCode: null })),
      completed(command()),
      message("msg_1", "hello"),
    ];
    expect(lines(pieces, ["deltas"]).map((line) => JSON.stringify(line))).toEqual([
      '{"type":"item.started","item":{"id":"item_0","type":"command_execution","command":"/bin/bash -lc ls","aggregated_output":"","exit_code":null,"status":"in_progress","raw_id":"call_1"}}',
      '{"type":"item.completed","item":{"id":"item_0","type":"command_execution","command":"/bin/bash -lc ls","aggregated_output":"a\\n","exit_code":0,"status":"completed","raw_id":"call_1"}}',
      '{"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"hello","phase":null,"raw_id":"msg_1"}}',
    ]);
  });
});

describe("diff", () => {
  const diff = (text: string) => notification("turn/diff/updated", { diff: text });

  test("is told when it changes, and not when it is only repeated", () => {
    const pieces = [diff("one"), diff("one"), diff("two"), diff("one")];
    expect(told(pieces, ["diff"])).toEqual([
      { events: [{ type: "turn.diff", diff: "one" }] },
      { events: [] },
      { events: [{ type: "turn.diff", diff: "two" }] },
      { events: [{ type: "turn.diff", diff: "one" }] },
    ]);
  });

  test("stands with the changed files too", () => {
    const changes = [{ path: "/r/a", kind: { type: "add" }, diff: "one\n" }];
    const item = { type: "fileChange", id: "f", status: "completed", changes };
    expect(lines([completed(item)], ["diff"])).toEqual([
      {
        type: "item.completed",
        item: {
          id: "item_0",
          type: "file_change",
          changes: [{ path: "/r/a", kind: "add", diff: "one\n" }],
          status: "completed",
        },
      },
    ]);
  });
});

test("plan tells of the plan in our words, behind the list", () => {
  expect(lines([plan(["look", "inProgress"])], ["plan"])).toEqual([
    {
      type: "item.started",
      item: { id: "item_0", type: "todo_list", items: [{ text: "look", completed: false }] },
    },
    { type: "turn.plan", explanation: null, plan: [{ step: "look", status: "in_progress" }] },
  ]);
});

test.each([
  [272_000, 272_000],
  [null, null],
  [undefined, null],
])("usage tells of every report (window %j)", (modelContextWindow, context_window) => {
  const tokenUsage = { total: tokens, last: tokens, modelContextWindow };
  expect(lines([notification("thread/tokenUsage/updated", { tokenUsage })], ["usage"])).toEqual([
    { type: "usage.updated", total: usage, last: usage, context_window },
  ]);
});

test.each([
  ["no such file", "no such file"],
  [null, null],
  [undefined, null],
])("mcp tells how its servers start (error %j)", (error, expected) => {
  const params = { name: "docs", status: "failed", error };
  expect(lines([notification("mcpServer/startupStatus/updated", params)], ["mcp"])).toEqual([
    { type: "mcp.status", server: "docs", status: "failed", error: expected },
  ]);
});

const HOOK = {
  run: {
    id: "stop:2:/home/config.toml",
    eventName: "preToolUse",
    handlerType: "command",
    source: "user",
    status: "blocked",
    durationMs: 9,
    entries: [{ kind: "feedback", text: "no" }],
  },
};

test("hooks tells which hooks ran, and what they said", () => {
  const about = {
    hook_id: "stop:2:/home/config.toml",
    event: "pre_tool_use",
    handler: "command",
    source: "user",
  };
  const pieces = [notification("hook/started", HOOK), notification("hook/completed", HOOK)];
  expect(lines(pieces, ["hooks"])).toEqual([
    { type: "hook.started", ...about },
    {
      type: "hook.completed",
      ...about,
      status: "blocked",
      duration_ms: 9,
      output: [{ kind: "feedback", text: "no" }],
    },
  ]);
});

test("raw shows an item that is newer than us, as it came", () => {
  const raw = { type: "brandNewThing", id: "x", data: [1] };
  const pieces = [started(raw), completed(raw), completed({ type: "userMessage", id: "u" })];
  expect(lines(pieces, ["raw"])).toEqual([
    { type: "item.completed", item: { id: "item_0", type: "unknown", raw } },
  ]);
});

test("each part brings its own lines and no others", () => {
  const pieces = [
    delta("item/agentMessage/delta"),
    notification("turn/diff/updated", { diff: "d" }),
    plan(["look", "pending"]),
    notification("thread/tokenUsage/updated", { tokenUsage: { total: tokens, last: tokens } }),
    notification("mcpServer/startupStatus/updated", { name: "docs", status: "ready" }),
    notification("hook/started", HOOK),
    notification("hook/completed", HOOK),
    completed({ type: "brandNewThing", id: "x" }),
  ];
  const types = INCLUDES.map((part) => [part, lines(pieces, [part]).map(({ type }) => type)]);
  expect(Object.fromEntries(types)).toEqual({
    deltas: ["item.delta", "item.started"],
    diff: ["turn.diff", "item.started"],
    plan: ["item.started", "turn.plan"],
    usage: ["item.started", "usage.updated"],
    approvals: ["item.started"],
    hooks: ["item.started", "hook.started", "hook.completed"],
    agents: ["item.started"],
    mcp: ["item.started", "mcp.status"],
    raw: ["item.started", "item.completed"],
  });
});
