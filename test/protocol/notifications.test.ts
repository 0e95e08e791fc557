import { describe, expect, test } from "vitest";

import { isUnreadableTurnCompleted, parseNotification } from "../../src/protocol/notifications.js";

const ours = { threadId: "t-1", turnId: "u-1" };
const delta = { ...ours, itemId: "msg_1", delta: "hel" };
const error = {
  message: "Reconnecting... 1/2",
  codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: null } },
  additionalDetails: "stream closed",
  misalignment: null,
};
const turn = {
  id: "u-1",
  items: [],
  itemsView: "notLoaded",
  status: "inProgress",
  error: null,
  startedAt: 1,
  completedAt: null,
  durationMs: null,
  rootTurnId: "u-1",
};
const tokens = (inputTokens: number) => ({
  totalTokens: inputTokens + 5,
  inputTokens,
  cachedInputTokens: 1,
  cacheWriteInputTokens: 2,
  outputTokens: 5,
  reasoningOutputTokens: 3,
});
const item = { type: "agentMessage", id: "msg_1", text: "hello", phase: null };

/** One notification of each kind we read, as codex 0.166 sends it. */
const SAMPLES: [method: string, kind: string, params: Record<string, unknown>][] = [
  ["turn/started", "turnStarted", { threadId: "t-1", turn }],
  [
    "turn/completed",
    "turnCompleted",
    {
      threadId: "t-1",
      turn: {
        ...turn,
        status: "failed",
        error,
        items: [item],
        durationMs: 12,
        itemsView: "summary",
      },
    },
  ],
  ["turn/diff/updated", "diffUpdated", { ...ours, diff: "diff --git a/a b/a\n" }],
  [
    "turn/plan/updated",
    "planUpdated",
    { ...ours, explanation: null, plan: [{ step: "look", status: "inProgress" }] },
  ],
  ["item/started", "itemStarted", { ...ours, item, startedAtMs: 1 }],
  ["item/completed", "itemCompleted", { ...ours, item, completedAtMs: 2 }],
  ["item/agentMessage/delta", "messageDelta", delta],
  ["item/plan/delta", "planDelta", delta],
  ["item/reasoning/summaryTextDelta", "reasoningDelta", { ...delta, summaryIndex: 0 }],
  ["item/commandExecution/outputDelta", "outputDelta", delta],
  [
    "thread/tokenUsage/updated",
    "usageUpdated",
    { ...ours, tokenUsage: { total: tokens(70), last: tokens(30), modelContextWindow: 272_000 } },
  ],
  [
    "account/rateLimits/updated",
    "limitsUpdated",
    {
      rateLimits: {
        limitId: "codex",
        limitName: null,
        primary: { usedPercent: 100, windowDurationMins: 300, resetsAt: 1_790_000_000 },
        secondary: null,
        credits: null,
        planType: "plus",
      },
    },
  ],
  ["error", "error", { ...ours, error, willRetry: true }],
  ["warning", "warning", { threadId: null, message: "careful" }],
  [
    "configWarning",
    "configWarning",
    { summary: "odd key", details: null, path: "/c.toml", range: null },
  ],
  ["deprecationNotice", "deprecationNotice", { summary: "old", details: "use new" }],
  [
    "model/rerouted",
    "modelRerouted",
    { ...ours, fromModel: "a", toModel: "b", reason: "highRiskCyberActivity" },
  ],
  [
    "mcpServer/startupStatus/updated",
    "mcpStatus",
    { threadId: "t-1", name: "docs", status: "failed", error: "no such file", failureReason: null },
  ],
];

test.each(SAMPLES)("%s is known as %s", (method, kind, params) => {
  expect(parseNotification(method, params)).toEqual({ ...params, kind, wire: { method, params } });
});

test.each(SAMPLES)("%s may say more than we know", (method, kind, params) => {
  const more = { ...params, emittedAtMs: 5, kind: "theirs", wire: "theirs", novelty: { a: [1] } };
  expect(parseNotification(method, more)).toEqual({
    ...more,
    kind,
    wire: { method, params: more },
  });
});

test.each(SAMPLES)("%s in another shape is unknown, with the problem", (method, _, params) => {
  const [field = ""] = Object.keys(params).filter((name) => params[name] !== null);
  const wrong = { ...params, [field]: 5 };
  expect(parseNotification(method, wrong)).toEqual({
    kind: "unknown",
    problem: expect.stringContaining(`at ${field}`) as string,
    wire: { method, params: wrong },
  });
});

test.each(SAMPLES)("%s without params is unknown, with the problem", (method) => {
  expect(parseNotification(method, undefined)).toEqual({
    kind: "unknown",
    problem: expect.stringMatching(/./) as string,
    wire: { method, params: undefined },
  });
});

describe("what may be left out", () => {
  test("a turn needs an id and a status, no more", () => {
    const params = { threadId: "t-1", turn: { id: "0", status: "completed" } };
    const wire = { method: "turn/completed", params };
    expect(parseNotification("turn/completed", params)).toEqual({
      ...params,
      kind: "turnCompleted",
      wire,
    });
  });

  test("token counts that an older server does not give are 0", () => {
    const params = { ...ours, tokenUsage: { total: { inputTokens: 7 }, last: {} } };
    const none = {
      inputTokens: 0,
      cachedInputTokens: 0,
      cacheWriteInputTokens: 0,
      outputTokens: 0,
      reasoningOutputTokens: 0,
    };
    expect(parseNotification("thread/tokenUsage/updated", params)).toEqual({
      ...ours,
      kind: "usageUpdated",
      tokenUsage: { total: { ...none, inputTokens: 7 }, last: none },
      wire: { method: "thread/tokenUsage/updated", params },
    });
  });

  test("an item we do not know makes no news unknown", () => {
    const raw = { type: "brandNewThing", id: "x" };
    const params = { ...ours, item: raw };
    expect(parseNotification("item/completed", params)).toEqual({
      ...ours,
      kind: "itemCompleted",
      item: { type: "other", name: "brandNewThing", raw },
      wire: { method: "item/completed", params },
    });
  });
});

const EMPTY = { kind: "", text: "" };

describe("other methods", () => {
  const noRun = { id: "", eventName: "", handlerType: "", source: "", status: "" };
  test.each([
    [
      {
        run: {
          eventName: "stop",
          status: "completed",
          durationMs: 3,
          entries: [{ text: 1 }, null],
        },
      },
      { eventName: "stop", status: "completed", durationMs: 3, entries: [EMPTY, EMPTY] },
    ],
    [{ run: 1, turnId: {} }, {}],
    [{ run: { entries: {}, durationMs: "3", id: [] } }, {}],
    [{}, {}],
  ])("no hook is unreadable: %j", (params, run) => {
    const wire = { method: "hook/completed", params };
    expect(parseNotification("hook/completed", params)).toEqual({
      kind: "hookCompleted",
      ...params,
      run: { ...noRun, durationMs: null, entries: [], ...run },
      wire,
    });
  });

  test.each([
    "account/updated",
    "model/verification",
    "serverRequest/resolved",
    "thread/closed",
    "thread/compacted",
    "thread/name/updated",
    "thread/started",
  ])("%s is known to say nothing we need", (method) => {
    const params = { threadId: "t-1" };
    expect(parseNotification(method, params)).toEqual({
      kind: "ignored",
      wire: { method, params },
    });
  });

  test.each(["brand/new", "codex/event/task_started", "toString", "__proto__", ""])(
    "%j is unknown, with no problem",
    (method) => {
      const wire = { method, params: { a: 1 } };
      expect(parseNotification(method, { a: 1 })).toEqual({ kind: "unknown", problem: null, wire });
    },
  );
});

describe("the end of a turn that cannot be read", () => {
  test.each<[string, unknown, boolean]>([
    ["turn/completed", {}, true],
    ["turn/completed", undefined, true],
    ["turn/completed", { threadId: "t-1", turn: { id: "u-1", status: 7 } }, true],
    ["turn/completed", { threadId: "t-2", turn: {} }, false],
    ["turn/completed", { threadId: "t-1", turn: { id: "u-1", status: "completed" } }, false],
    ["turn/started", {}, false],
    ["brand/new", { threadId: "t-1" }, false],
  ])("%s %j may have been ours: %j", (method, params, missed) => {
    expect(isUnreadableTurnCompleted(parseNotification(method, params), "t-1")).toBe(missed);
  });
});

test("a delta may be called text, and success is a completed turn", () => {
  const { delta: text, ...rest } = delta;
  expect([
    parseNotification("item/agentMessage/delta", { ...rest, text }),
    parseNotification("turn/completed", { threadId: "t-1", turn: { ...turn, status: "success" } }),
  ]).toMatchObject([
    { kind: "messageDelta", delta: "hel" },
    { kind: "turnCompleted", turn: { status: "completed" } },
  ]);
});
