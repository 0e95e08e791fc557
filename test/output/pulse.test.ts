import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createPulse } from "../../src/output/pulse.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pulse that writes as progress does: each line is a beat. */
function pulse({ isTerminal = false } = {}) {
  const lines: string[] = [];
  const made = createPulse(isTerminal, Date.now, (text) => {
    lines.push(text);
    made.beat();
  });
  return { ...made, lines };
}

test("each half a minute of silence is a line that says what is going on", () => {
  const { say, lines } = pulse();
  say("running npm test");
  vi.advanceTimersByTime(29_999);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(60_001);
  expect(lines).toEqual([
    "… running npm test (30s)",
    "… running npm test (1m 00s)",
    "… running npm test (1m 30s)",
  ]);
});

test("what is written ends a silence", () => {
  const { say, beat, lines } = pulse();
  say("thinking");
  vi.advanceTimersByTime(20_000);
  beat();
  vi.advanceTimersByTime(20_000);
  expect(lines).toEqual([]);
});

test("the time is that of the activity, and one that goes on is not begun anew", () => {
  const { say, lines } = pulse();
  say("thinking");
  vi.advanceTimersByTime(10_000);
  say("running ls");
  say("running ls");
  vi.advanceTimersByTime(20_000);
  expect(lines).toEqual(["… running ls (20s)"]);
});

test("where there is nothing to wait for, nothing is said", () => {
  const { say, lines } = pulse();
  say(null);
  vi.advanceTimersByTime(30_000);
  expect(lines).toEqual([]);
  say("thinking");
  vi.advanceTimersByTime(30_000);
  expect(lines).toEqual(["… thinking (30s)"]);
});

test("a terminal has its spinner, and what is over is silent", () => {
  const onTerminal = pulse({ isTerminal: true });
  onTerminal.say("thinking");
  const over = pulse();
  over.say("thinking");
  over.stop();
  vi.advanceTimersByTime(120_000);
  expect([onTerminal.lines, over.lines]).toEqual([[], []]);
});
