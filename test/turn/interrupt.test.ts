import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { interruptOn } from "../../src/turn/interrupt.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const REASON = new CliError("interrupted", "stopped by SIGINT");
const GRACE_MS = 2000;

/** A turn that can be interrupted, and a list of what was done about it. */
function running(stop = new AbortController()) {
  const done: unknown[] = [];
  const server = {
    interruptTurn(threadId: string, turnId: string) {
      done.push(["interrupt", threadId, turnId]);
      return Promise.reject(new Error("no active turn to interrupt"));
    },
  };
  const events = { fail: (error: Error) => done.push(["fail", error]) };
  const scope = { threadId: "t-1", turnId: "u-1" };
  const interrupter = interruptOn(stop.signal, { server, events, scope });
  return { stop, done, interrupter };
}

const INTERRUPT = ["interrupt", "t-1", "u-1"];

describe("a stop", () => {
  test("of a turn that runs interrupts it at once", () => {
    const { stop, done, interrupter } = running();
    interrupter.turnStarted("u-1");
    expect(done).toEqual([]);
    stop.abort(REASON);
    expect(done).toEqual([INTERRUPT]);
  });

  test("of a turn that has not begun waits until it has", () => {
    const { stop, done, interrupter } = running();
    stop.abort(REASON);
    expect(done).toEqual([]);
    interrupter.turnStarted("u-1");
    expect(done).toEqual([INTERRUPT]);
  });

  test("that came before the turn was asked for counts too", () => {
    const stop = new AbortController();
    stop.abort(REASON);
    const { done, interrupter } = running(stop);
    interrupter.turnStarted("u-1");
    expect(done).toEqual([INTERRUPT]);
  });

  test("is passed on once, however often the turn begins", () => {
    const { stop, done, interrupter } = running();
    interrupter.turnStarted("u-1");
    stop.abort(REASON);
    interrupter.turnStarted("u-1");
    stop.abort(REASON);
    expect(done).toEqual([INTERRUPT]);
  });
});

describe("a server that does not end the turn", () => {
  test.each(["running", "not begun"])("is abandoned after the grace (%s)", (state) => {
    const { stop, done, interrupter } = running();
    if (state === "running") interrupter.turnStarted("u-1");
    stop.abort(REASON);
    done.length = 0;
    vi.advanceTimersByTime(GRACE_MS - 1);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual([["fail", REASON]]);
  });
});

describe("a turn that is over", () => {
  test("is not interrupted any more", () => {
    const { stop, done, interrupter } = running();
    interrupter.turnStarted("u-1");
    interrupter.release();
    stop.abort(REASON);
    vi.advanceTimersByTime(2 * GRACE_MS);
    expect(done).toEqual([]);
  });

  test("is not abandoned any more, and leaves no timer", () => {
    const { stop, done, interrupter } = running();
    interrupter.turnStarted("u-1");
    stop.abort(REASON);
    interrupter.release();
    vi.advanceTimersByTime(2 * GRACE_MS);
    expect({ done, timers: vi.getTimerCount() }).toEqual({ done: [INTERRUPT], timers: 0 });
  });
});
