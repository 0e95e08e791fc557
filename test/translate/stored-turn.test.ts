import { describe, expect, test } from "vitest";

import type { Turn } from "../../src/protocol/turn.js";
import type { Include } from "../../src/translate/include.js";
import { storedTurnEvents } from "../../src/translate/stored-turn.js";
import { NO_WORK } from "../helpers/conversation.js";
import { command } from "./notifications.js";

const TURN: Turn = {
  id: "u-1",
  status: "completed",
  items: [],
  startedAt: 1_700_000_000,
  durationMs: 1234,
};
const STARTED = {
  type: "turn.started",
  turn_id: "u-1",
  started_at: "2023-11-14T22:13:20.000Z",
  prompt: null,
};
const COMPLETED = {
  type: "turn.completed",
  usage: null,
  duration_ms: 1234,
  thread_id: "t-1",
  turn_id: "u-1",
  final_message: null,
  exit_code: 0,
  cause: "completed",
  problem: null,
  work: NO_WORK,
  turn_usage: null,
  rate_limits: null,
  model_rerouted: null,
};
const failed = (message: string, cause: string, more: object = {}) => ({
  type: "turn.failed",
  error: { message, cause, retryable: false, http_status: null, resets_at: null },
  exit_code: 1,
  duration_ms: 1234,
  thread_id: "t-1",
  turn_id: "u-1",
  work: NO_WORK,
  turn_usage: null,
  rate_limits: null,
  model_rerouted: null,
  final_message: null,
  partial: false,
  ...more,
});

const stored = (turn: Partial<Turn>, include: readonly Include[] = []) =>
  storedTurnEvents("t-1", { ...TURN, ...turn }, new Set(include));

/** Only what happened to which item, for tests about order. */
const order = (items: readonly unknown[], turn: Partial<Turn> = {}): string[] =>
  stored({ items: [...items], ...turn }).flatMap((event) =>
    "item" in event && event.item.type === "command_execution"
      ? [`${event.type} ${event.item.command} ${event.item.id}`]
      : [],
  );

/** A command called by its name, from one moment to another. */
const during = (name: string, startedAtMs: number | null, completedAtMs: number | null) =>
  command({ id: name, command: name, startedAtMs, completedAtMs });

test("a turn without items has a beginning and an end, and nothing that nobody counted", () => {
  expect(stored({})).toEqual([STARTED, COMPLETED]);
});

test("a command is told twice: as it began, and with what came of it", () => {
  const items = [
    { type: "userMessage", id: "m", content: [{ type: "text", text: "Go" }] },
    command({
      status: "failed",
      exitCode: 2,
      durationMs: 7,
      startedAtMs: 1000,
      completedAtMs: 1009,
    }),
    { type: "agentMessage", id: "a", text: "Done", startedAtMs: 1010, completedAtMs: 1012 },
  ];
  const item = { id: "item_0", type: "command_execution", command: "/bin/bash -lc ls" };
  expect(stored({ items })).toEqual([
    { ...STARTED, prompt: "Go" },
    {
      type: "item.started",
      item: { ...item, aggregated_output: "", exit_code: null, status: "in_progress" },
    },
    {
      type: "item.completed",
      item: {
        ...item,
        aggregated_output: "a\n",
        exit_code: 2,
        status: "failed",
        duration_ms: 7,
      },
    },
    {
      type: "item.completed",
      item: { id: "item_1", type: "agent_message", text: "Done", phase: null, duration_ms: 2 },
    },
    {
      ...COMPLETED,
      final_message: "Done",
      work: { ...NO_WORK, commands_failed: 1 },
    },
  ]);
});

describe("items follow each other", () => {
  test.each([
    [
      "by their times, when they overlap",
      [during("slow", 100, 900), during("fast", 200, 300)],
      ["started slow 0", "started fast 1", "completed fast 1", "completed slow 0"],
    ],
    [
      "by their times, however they are listed",
      [during("late", 500, 600), during("early", 100, 200)],
      ["started early 0", "completed early 0", "started late 1", "completed late 1"],
    ],
    [
      "as they are listed, at the same moment",
      [during("one", 100, 100), during("two", 100, 100)],
      ["started one 0", "completed one 0", "started two 1", "completed two 1"],
    ],
    [
      "end before beginning, at the same moment",
      [during("one", 100, 200), during("two", 200, 300)],
      ["started one 0", "completed one 0", "started two 1", "completed two 1"],
    ],
    [
      "as they are listed, without times",
      [during("slow", null, null), during("fast", null, null)],
      ["started slow 0", "completed slow 0", "started fast 1", "completed fast 1"],
    ],
    [
      "as they are listed, when one has no times",
      [during("slow", 500, 900), command({ id: "odd", command: "odd" }), during("fast", 100, 200)],
      [
        "started slow 0",
        "completed slow 0",
        "started odd 1",
        "completed odd 1",
        "started fast 2",
        "completed fast 2",
      ],
    ],
  ])("%s", (_, items, expected) => {
    expect(order(items)).toEqual(
      expected.map((text) => `item.${text.replace(/(\d)$/, "item_$1")}`),
    );
  });
});

describe("an item that is not over", () => {
  const open = command({ status: "inProgress", aggregatedOutput: null, exitCode: null });

  test("has only begun, in a turn that is not over", () => {
    expect(order([open], { status: "inProgress" })).toEqual([
      "item.started /bin/bash -lc ls item_0",
    ]);
  });

  test("is closed with the turn, as in a run", () => {
    expect(order([open], { status: "interrupted" })).toEqual([
      "item.started /bin/bash -lc ls item_0",
      "item.completed /bin/bash -lc ls item_0",
    ]);
  });

  test("has begun where it did, between others", () => {
    const items = [
      during("before", 100, 200),
      command({ id: "open", command: "open", status: "inProgress", startedAtMs: 150 }),
      during("after", 300, 400),
    ];
    expect(order(items, { status: "inProgress" })).toEqual([
      "item.started before item_0",
      "item.started open item_1",
      "item.completed before item_0",
      "item.started after item_2",
      "item.completed after item_2",
    ]);
  });
});

describe("a turn ends as it ended", () => {
  test("not at all while it runs", () => {
    expect(stored({ status: "inProgress", durationMs: null })).toEqual([STARTED]);
  });

  test("interrupted", () => {
    expect(stored({ status: "interrupted", completedAt: 9 })).toEqual([
      STARTED,
      failed("the turn was interrupted", "interrupted", { exit_code: 130, partial: true }),
    ]);
  });

  test("failed with a reason, which is a line of its own, too", () => {
    const message = "Codex ran out of room";
    const error = { message, codexErrorInfo: "contextWindowExceeded", additionalDetails: "sorry" };
    expect(stored({ status: "failed", error })).toEqual([
      STARTED,
      { type: "error", message: `${message} (sorry)` },
      failed(`${message} (sorry)`, "context_window", { exit_code: 7 }),
    ]);
  });

  test("failed without one", () => {
    expect(stored({ status: "failed", error: null })).toEqual([
      STARTED,
      { type: "error", message: "turn failed" },
      failed("turn failed", "failed"),
    ]);
  });
});

describe("an item newer than this program", () => {
  const items = [{ type: "brandNew", id: "n", status: "completed" }, null, "odd"];

  test("is counted", () => {
    expect(stored({ items })).toEqual([
      STARTED,
      { ...COMPLETED, work: { ...NO_WORK, unknown_items: 3 } },
    ]);
  });

  test("is shown when it is asked for", () => {
    const told = stored({ items }, ["raw"]).slice(1, -1);
    expect(told).toEqual(
      items.map((raw, at) => ({
        type: "item.completed",
        item: { id: `item_${String(at)}`, type: "unknown", raw },
      })),
    );
  });
});

test("what other agents came to was not known when they were asked", () => {
  const items = [
    {
      type: "collabAgentToolCall",
      id: "c",
      tool: "spawnAgent",
      status: "completed",
      senderThreadId: "t-1",
      receiverThreadIds: ["t-2"],
      prompt: "count",
      agentsStates: { "t-2": { status: "pendingInit", message: null } },
    },
  ];
  expect(stored({ items })[1]).toEqual({
    type: "item.started",
    item: {
      id: "item_0",
      type: "collab_tool_call",
      tool: "spawn_agent",
      sender_thread_id: "t-1",
      receiver_thread_ids: [],
      prompt: "count",
      agents_states: {},
      status: "in_progress",
    },
  });
});

test("a tool call began without a result", () => {
  const call = { type: "mcpToolCall", id: "c", server: "s", tool: "t", arguments: { a: 1 } };
  const items = [{ ...call, status: "failed", result: null, error: { message: "no" } }];
  const shown = { id: "item_0", type: "mcp_tool_call", server: "s", tool: "t" };
  expect(stored({ items }).slice(1, -1)).toEqual([
    {
      type: "item.started",
      item: { ...shown, arguments: { a: 1 }, result: null, error: null, status: "in_progress" },
    },
    {
      type: "item.completed",
      item: {
        ...shown,
        arguments: { a: 1 },
        result: null,
        error: { message: "no" },
        status: "failed",
      },
    },
  ]);
});

test.each([
  ["nothing", undefined, null],
  ["no time at all", NaN, null],
  ["a time beyond all calendars", 1e18, null],
  ["the first moment", 0, "1970-01-01T00:00:00.000Z"],
])("a turn that began at %s", (_, startedAt, started_at) => {
  expect(stored({ startedAt })[0]).toEqual({ ...STARTED, started_at });
});
