import { describe, expect, test } from "vitest";

import { parseNotification } from "../../src/protocol/notifications.js";
import { isOurs } from "../../src/turn/scope.js";

const OURS = { threadId: "t-1", turnId: "u-1" };
const tokens = { inputTokens: 1 };

/** The notifications of one thread and one turn, by method; each in the shape it has on the wire. */
const notification = (method: string, threadId: string | null, turnId: string) =>
  parseNotification(method, {
    threadId,
    turnId,
    turn: { id: turnId, status: "completed" },
    item: { type: "plan", id: "p", text: "x" },
    itemId: "p",
    delta: "x",
    diff: "d",
    plan: [],
    error: method === "error" ? { message: "boom" } : null,
    message: "careful",
    summary: "careful",
    tokenUsage: { total: tokens, last: tokens },
    rateLimits: {},
    fromModel: "a",
    toModel: "b",
    reason: "c",
    name: "docs",
    status: "ready",
  });

const NOWHERE = "never";
const EVERYWHERE = "always";
const THREAD = "of our thread";
const TURN = "of our turn";

describe.each([
  ["configWarning", EVERYWHERE],
  ["deprecationNotice", EVERYWHERE],
  ["account/rateLimits/updated", EVERYWHERE],
  ["warning", THREAD],
  ["mcpServer/startupStatus/updated", THREAD],
  ["error", TURN],
  ["item/started", TURN],
  ["item/completed", TURN],
  ["model/rerouted", TURN],
  ["thread/tokenUsage/updated", TURN],
  ["turn/diff/updated", TURN],
  ["turn/plan/updated", TURN],
  ["turn/started", TURN],
  ["turn/completed", TURN],
  ["item/agentMessage/delta", TURN],
  ["item/reasoning/summaryTextDelta", TURN],
  ["item/commandExecution/outputDelta", TURN],
  ["item/plan/delta", TURN],
  ["hook/started", TURN],
  ["hook/completed", TURN],
  ["model/verification", NOWHERE],
  ["thread/status/changed", NOWHERE],
  ["guardianWarning", NOWHERE],
  ["brand/new", NOWHERE],
])("%s is ours %s", (method, when) => {
  test("from our thread and turn", () => {
    expect(isOurs(notification(method, "t-1", "u-1"), OURS)).toBe(when !== NOWHERE);
  });

  test("from another turn of our thread", () => {
    expect(isOurs(notification(method, "t-1", "u-2"), OURS)).toBe(
      when === EVERYWHERE || when === THREAD,
    );
  });

  test("from the thread of a sub-agent", () => {
    expect([
      isOurs(notification(method, "t-2", "u-1"), OURS),
      isOurs(notification(method, "t-2", "u-2"), OURS),
    ]).toEqual([when === EVERYWHERE, when === EVERYWHERE]);
  });
});

test.each(["warning", "mcpServer/startupStatus/updated"])("%s of no thread is ours", (method) => {
  expect(isOurs(notification(method, null, "u-9"), OURS)).toBe(true);
});

test("an end of our turn that cannot be read is not taken for ours", () => {
  const unreadable = parseNotification("turn/completed", { threadId: "t-1", turn: { id: "u-1" } });
  expect(isOurs(unreadable, OURS)).toBe(false);
});
