import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { abortable } from "../../src/async/abortable.js";
import { withDeadline } from "../../src/async/with-deadline.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LATE = new Error("late");
const REASON = new Error("stopped");
const untilAborted = (signal: AbortSignal) =>
  abortable(new Promise<never>(() => undefined), signal);

test("a function that is done in time gives its value and leaves no timer", async () => {
  expect(await withDeadline({ ms: 1000, late: LATE }, () => Promise.resolve(5))).toBe(5);
  expect(vi.getTimerCount()).toBe(0);
});

test("time that is up aborts the signal, and not before", async () => {
  let until: AbortSignal | undefined;
  const waited = withDeadline({ ms: 1000, late: LATE }, (signal) => untilAborted((until = signal)));
  vi.advanceTimersByTime(999);
  expect(until?.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  await expect(waited).rejects.toBe(LATE);
});

test("a stop aborts the signal for its reason and leaves no timer", async () => {
  const stop = new AbortController();
  const waited = withDeadline({ stop: stop.signal, ms: 1000, late: LATE }, untilAborted);
  stop.abort(REASON);
  await expect(waited).rejects.toBe(REASON);
  expect(vi.getTimerCount()).toBe(0);
});

test("the function can abort its own signal; the stop signal is not touched", async () => {
  const stop = new AbortController();
  const waited = withDeadline({ stop: stop.signal, ms: 1000, late: LATE }, (until, controller) => {
    controller.abort(REASON);
    return untilAborted(until);
  });
  await expect(waited).rejects.toBe(REASON);
  expect(stop.signal.aborted).toBe(false);
});
