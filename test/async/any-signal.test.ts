import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { anySignal } from "../../src/async/any-signal.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LATE = new Error("late");
const REASON = new Error("stopped");

function two() {
  const [one, other] = [new AbortController(), new AbortController()];
  return { one, other, signals: [one.signal, other.signal] };
}

test("it is aborted with the first of its signals, for its reason", () => {
  const { one, other, signals } = two();
  const { signal } = anySignal(signals, { ms: 1000, late: LATE });
  other.abort(REASON);
  one.abort(new Error("too late"));
  vi.advanceTimersByTime(2000);
  expect([signal.aborted, signal.reason]).toEqual([true, REASON]);
});

test("one that is aborted already aborts it at once", () => {
  const { one, signals } = two();
  one.abort(REASON);
  const { signal } = anySignal(signals);
  expect([signal.aborted, signal.reason]).toEqual([true, REASON]);
});

test("time that is up aborts it, and not before", () => {
  const { signals } = two();
  const { signal } = anySignal(signals, { ms: 1000, late: LATE });
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect([signal.aborted, signal.reason]).toEqual([true, LATE]);
});

test("let go of, it is never aborted, and leaves no timer", () => {
  const { one, signals } = two();
  const { signal, release } = anySignal(signals, { ms: 1000, late: LATE });
  release();
  one.abort(REASON);
  expect([signal.aborted, vi.getTimerCount()]).toEqual([false, 0]);
});
