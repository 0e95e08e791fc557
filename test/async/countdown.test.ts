import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Countdown } from "../../src/async/countdown.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A countdown of a second, and when it rang. */
function second() {
  const rang: number[] = [];
  const began = performance.now();
  const countdown = new Countdown(1000, () => rang.push(performance.now() - began));
  return { countdown, rang };
}

test("does not run before it is told to", () => {
  const { rang } = second();
  vi.advanceTimersByTime(5000);
  expect(rang).toEqual([]);
});

test("rings when its time is over, however often it is told to run", () => {
  const { countdown, rang } = second();
  countdown.start();
  vi.advanceTimersByTime(400);
  countdown.start();
  vi.advanceTimersByTime(5000);
  expect(rang).toEqual([1000]);
});

test("loses no time and wins none while it is held", () => {
  const { countdown, rang } = second();
  countdown.start();
  vi.advanceTimersByTime(300);
  countdown.pause();
  countdown.pause();
  vi.advanceTimersByTime(10_000);
  countdown.start();
  vi.advanceTimersByTime(300);
  countdown.pause();
  vi.advanceTimersByTime(10_000);
  countdown.start();
  vi.advanceTimersByTime(5000);
  expect(rang).toEqual([21_000]);
});

test("has all of its time again when it is rewound, and runs on if it ran", () => {
  const { countdown, rang } = second();
  countdown.start();
  vi.advanceTimersByTime(900);
  countdown.reset();
  vi.advanceTimersByTime(5000);
  expect(rang).toEqual([1900]);
});

test("stays held when it is rewound while it is held", () => {
  const { countdown, rang } = second();
  countdown.start();
  vi.advanceTimersByTime(900);
  countdown.pause();
  countdown.reset();
  vi.advanceTimersByTime(5000);
  expect([rang, vi.getTimerCount()]).toEqual([[], 0]);
  countdown.start();
  vi.advanceTimersByTime(5000);
  expect(rang).toEqual([6900]);
});

test.each<[string, readonly ("start" | "pause" | "reset")[]]>([
  ["told to run", ["start"]],
  ["rewound", ["reset"]],
  ["held and let go", ["pause", "start"]],
  ["held, rewound and let go", ["pause", "reset", "start"]],
])("has rung once and for all, also when it is %s", (_, then) => {
  const { countdown, rang } = second();
  countdown.start();
  vi.advanceTimersByTime(1000);
  for (const what of then) countdown[what]();
  vi.advanceTimersByTime(5000);
  expect([rang, vi.getTimerCount()]).toEqual([[1000], 0]);
});
