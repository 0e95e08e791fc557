import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { CliError } from "../../src/outcome/errors.js";
import type { TimeLimits } from "../../src/turn/time-limits.js";
import { RunTimers } from "../../src/turn/time-limits.js";
import { command, completed, message, notification, started } from "../translate/notifications.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Timers, their timeouts and when, and notifications as a run passes them on. */
function running(limits: TimeLimits) {
  const rang: unknown[] = [];
  const began = performance.now();
  const timers = new RunTimers(limits, ({ kind, message: text }: CliError) =>
    rang.push([performance.now() - began, kind, text]),
  );
  const onNotification = (...pieces: Parameters<RunTimers["onNotification"]>[0][]): void => {
    for (const piece of pieces) {
      timers.pause();
      timers.onNotification(piece);
      timers.resume();
    }
  };
  return { timers, rang, onNotification };
}

const pass = (ms: number): void => void vi.advanceTimersByTime(ms);
const RUNNING = { status: "inProgress", aggregatedOutput: null, exitCode: null };
const ran = (id: string) => started(command({ id, command: `make ${id}`, ...RUNNING }));
const done = (id: string) => completed(command({ id }));

describe("the clock of the run", () => {
  const LATE = [2000, "timeout", "not done within 2 s (--timeout)"];

  test("runs from the start, and nothing that is heard or done rewinds it", () => {
    const { timers, rang, onNotification } = running({ wallMs: 2000 });
    pass(500);
    timers.resume();
    onNotification(ran("a"), message("m", "Hello"));
    pass(500);
    timers.pause();
    pass(500);
    timers.turnEnded();
    timers.resume();
    pass(10_000);
    expect(rang).toEqual([LATE]);
  });

  test("is paused while a person decides, and then continues", async () => {
    const { timers, rang } = running({ wallMs: 2000 });
    pass(1900);
    let decide: (word: string) => void = () => undefined;
    const deciding = timers.whileWaiting(new Promise((resolve) => (decide = resolve)));
    pass(60_000);
    expect(rang).toEqual([]);
    decide("yes");
    expect(await deciding).toBe("yes");
    pass(99);
    expect(rang).toEqual([]);
    pass(1);
    expect(rang).toEqual([[62_000, ...LATE.slice(1)]]);
  });

  test("continues if the approval prompt fails", async () => {
    const { timers, rang } = running({ wallMs: 2000 });
    const deciding = timers.whileWaiting(Promise.reject(new Error("the terminal is gone")));
    await expect(deciding).rejects.toThrow("the terminal is gone");
    pass(2000);
    expect(rang).toEqual([LATE]);
  });

  test("does not ring when the run is over", () => {
    const { timers, rang } = running({ wallMs: 2000, idleMs: 10, toolMs: 10 });
    timers.onNotification(ran("a"));
    timers.resume();
    timers.close();
    pass(10_000);
    expect([rang, vi.getTimerCount()]).toEqual([[], 0]);
  });
});

describe("the clock of silence", () => {
  const quiet = (at: number) => [at, "timeout", "no activity for 1 s (--idle-timeout)"];

  test("runs while waiting for notifications, and each one resets it", () => {
    const { timers, rang, onNotification } = running({ idleMs: 1000 });
    timers.resume();
    pass(900);
    onNotification(notification("item/agentMessage/delta", { itemId: "m", delta: "Hel" }));
    pass(900);
    expect(rang).toEqual([]);
    pass(5000);
    expect(rang).toEqual([quiet(1900)]);
  });

  test("does not run before the turn, nor while we or our readers are busy", () => {
    const { timers, rang } = running({ idleMs: 1000 });
    pass(5000);
    timers.resume();
    pass(900);
    timers.pause();
    pass(5000);
    expect(rang).toEqual([]);
    timers.resume();
    pass(100);
    expect(rang).toEqual([quiet(11_000)]);
  });

  test("does not run while anything is in flight, also what has no clock of its own", () => {
    const { timers, rang, onNotification } = running({ idleMs: 1000 });
    timers.resume();
    onNotification(
      ran("a"),
      started({ type: "reasoning", id: "r" }),
      started({ type: "novel", id: "n" }),
    );
    pass(5000);
    onNotification(done("a"));
    pass(5000);
    onNotification(completed({ type: "reasoning", id: "r", summary: [], content: [] }));
    pass(5000);
    expect(rang).toEqual([]);
    onNotification(completed({ type: "novel", id: "n" }));
    pass(5000);
    expect(rang).toEqual([quiet(16_000)]);
  });

  test("begins anew with another turn, whatever the last one left in flight", () => {
    const { timers, rang, onNotification } = running({ idleMs: 1000 });
    timers.resume();
    onNotification(ran("a"));
    timers.turnEnded();
    pass(5000);
    timers.resume();
    pass(999);
    expect(rang).toEqual([]);
    pass(1);
    expect(rang).toEqual([quiet(6000)]);
  });
});

const AGENT = {
  type: "collabAgentToolCall",
  tool: "wait",
  senderThreadId: "t-1",
  receiverThreadIds: [],
  agentsStates: {},
};

describe("the clock of a tool", () => {
  const slow = (at: number, what: string) => [
    at,
    "timeout",
    `${what} ran for more than 1 s (--tool-timeout)`,
  ];

  test("is one for each item, and events of other items do not reset it", () => {
    const { timers, rang, onNotification } = running({ toolMs: 1000 });
    timers.resume();
    onNotification(ran("a"));
    pass(600);
    onNotification(
      ran("b"),
      notification("item/commandExecution/outputDelta", { itemId: "a", delta: "." }),
    );
    pass(300);
    onNotification(done("a"));
    pass(5000);
    expect(rang).toEqual([slow(1600, 'the command "make b"')]);
  });

  test("stands while we are busy: somebody may be deciding about it", () => {
    const { timers, rang, onNotification } = running({ toolMs: 1000 });
    timers.resume();
    onNotification(ran("a"));
    pass(600);
    timers.pause();
    pass(60_000);
    timers.resume();
    pass(399);
    expect(rang).toEqual([]);
    pass(1);
    expect(rang).toEqual([slow(61_000, 'the command "make a"')]);
  });

  test.each([
    ["a tool", "the tool files/read", { type: "mcpToolCall", server: "files", tool: "read" }],
    ["a change", "a change of files", { type: "fileChange", changes: [] }],
    ["a search", "a web search", { type: "webSearch", query: "x" }],
    ["an agent", "another agent", AGENT],
    ["a tool of the client", "a tool", { type: "dynamicToolCall", tool: "x" }],
  ])("names %s", (_, name, item) => {
    const { timers, rang, onNotification } = running({ toolMs: 1000 });
    timers.resume();
    onNotification(started({ id: "x", status: "inProgress", ...item }));
    pass(5000);
    expect(rang).toEqual([slow(1000, name)]);
  });

  test("cuts a long command short in its words", () => {
    const { timers, rang, onNotification } = running({ toolMs: 1000 });
    timers.resume();
    onNotification(started(command({ ...RUNNING, command: "x".repeat(101) })));
    pass(1000);
    expect(rang).toEqual([slow(1000, `the command "${"x".repeat(100)}…"`)]);
  });

  test("is not for what the model itself says", () => {
    const { timers, rang, onNotification } = running({ toolMs: 1000 });
    timers.resume();
    onNotification(
      started({ type: "agentMessage", id: "m", text: "" }),
      started({ type: "reasoning", id: "r" }),
      started({ type: "plan", id: "p", text: "" }),
      started({ type: "userMessage", id: "u" }),
    );
    pass(60_000);
    expect([rang, vi.getTimerCount()]).toEqual([[], 0]);
  });

  test("does not fire after the turn ended, nor for an item that was reported twice", () => {
    const { timers, rang, onNotification } = running({ toolMs: 1000 });
    timers.resume();
    onNotification(ran("a"), ran("a"));
    onNotification(done("a"));
    pass(5000);
    onNotification(ran("b"));
    timers.turnEnded();
    timers.resume();
    pass(5000);
    expect([rang, vi.getTimerCount()]).toEqual([[], 0]);
  });
});

test("without limits no timer is set", () => {
  const { timers, onNotification } = running({});
  timers.resume();
  onNotification(ran("a"));
  expect(vi.getTimerCount()).toBe(0);
});
