import { describe, expect, test } from "vitest";

import { ago, until } from "../../src/output/ago.js";

/** Noon on a day of the reader's own calendar, wherever the test runs. */
const NOON = new Date(2026, 2, 15, 12, 0, 0);
const NOW = NOON.getTime();
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

describe("how long ago", () => {
  test.each([
    [0, "just now"],
    [0.001, "just now"],
    [59.999, "just now"],
    [MINUTE, "1 minute ago"],
    [2 * MINUTE - 1, "1 minute ago"],
    [2 * MINUTE, "2 minutes ago"],
    [HOUR - 1, "59 minutes ago"],
    [HOUR, "1 hour ago"],
    [2 * HOUR, "2 hours ago"],
    [DAY - 1, "23 hours ago"],
    [DAY, "1 day ago"],
    [2 * DAY, "2 days ago"],
    [30 * DAY - 1, "29 days ago"],
  ])("%d seconds: %s", (seconds, expected) => {
    expect(ago(at(-seconds), NOW)).toBe(expected);
  });

  test("after a month it is the day itself, on the reader's own calendar", () => {
    expect([
      ago(new Date(2026, 1, 13, 0, 0, 0).toISOString(), NOW),
      ago(new Date(2026, 1, 12, 23, 59, 59).toISOString(), NOW),
      ago(new Date(1999, 11, 31, 23, 59, 59).toISOString(), NOW),
    ]).toEqual(["2026-02-13", "2026-02-12", "1999-12-31"]);
  });

  test("a clock that is a little slow does not make it the future, a wrong one does", () => {
    expect([
      ago(at(MINUTE), NOW),
      ago(at(HOUR), NOW),
      ago(new Date(2027, 0, 2, 3, 4).toISOString(), NOW),
    ]).toEqual(["just now", "2026-03-15 13:00", "2027-01-02 03:04"]);
  });

  test.each([null, "", "yesterday", "2026-13-45T00:00:00Z"])("%j is no moment", (iso) => {
    expect(ago(iso, NOW)).toBe("");
  });

  test("no phrase is wider than the column for it", () => {
    const widths = Array.from({ length: 2000 }, (_, step) => ago(at(-step * 1800), NOW).length);
    expect(Math.max(...widths)).toBeLessThanOrEqual("59 minutes ago".length);
  });
});

describe("how long until then", () => {
  test.each([
    [-5, "now"],
    [0, "now"],
    [0.5, "in less than a minute"],
    [59.9, "in less than a minute"],
    [MINUTE, "in 1m"],
    [HOUR - 1, "in 59m"],
    [HOUR, "in 1h"],
    [HOUR + 59, "in 1h"],
    [HOUR + MINUTE, "in 1h 1m"],
    [DAY - 1, "in 23h 59m"],
    [DAY, "in 1d"],
    [DAY + HOUR - 1, "in 1d"],
    [6 * DAY + 23 * HOUR, "in 6d 23h"],
  ])("%d seconds: %s", (seconds, expected) => {
    expect(until(at(seconds), NOW)).toBe(expected);
  });

  test("what is no moment says nothing", () => {
    expect(until("soon", NOW)).toBe("");
  });
});
