import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createSilenceReporter } from "../../src/output/silence-reporter.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A reporter that writes as progress does: each line resets it. */
function reporter({ isTerminal = false } = {}) {
  const lines: string[] = [];
  const made = createSilenceReporter(isTerminal, Date.now, (text) => {
    lines.push(text);
    made.reset();
  });
  return { ...made, lines };
}

test("each half a minute of silence is a line that says what is going on", () => {
  const { setActivity, lines } = reporter();
  setActivity("running npm test");
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
  const { setActivity, reset, lines } = reporter();
  setActivity("thinking");
  vi.advanceTimersByTime(20_000);
  reset();
  vi.advanceTimersByTime(20_000);
  expect(lines).toEqual([]);
});

test("the time is that of the activity, and one that goes on is not begun anew", () => {
  const { setActivity, lines } = reporter();
  setActivity("thinking");
  vi.advanceTimersByTime(10_000);
  setActivity("running ls");
  setActivity("running ls");
  vi.advanceTimersByTime(20_000);
  expect(lines).toEqual(["… running ls (20s)"]);
});

test("where there is nothing to wait for, nothing is said", () => {
  const { setActivity, lines } = reporter();
  setActivity(null);
  vi.advanceTimersByTime(30_000);
  expect(lines).toEqual([]);
  setActivity("thinking");
  vi.advanceTimersByTime(30_000);
  expect(lines).toEqual(["… thinking (30s)"]);
});

test("a terminal has its spinner, and what is over is silent", () => {
  const onTerminal = reporter({ isTerminal: true });
  onTerminal.setActivity("thinking");
  const over = reporter();
  over.setActivity("thinking");
  over.stop();
  vi.advanceTimersByTime(120_000);
  expect([onTerminal.lines, over.lines]).toEqual([[], []]);
});
