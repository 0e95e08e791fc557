import { expect, test } from "vitest";

import { anchorOf } from "../../src/review/anchor.js";
import type { LineRange } from "../../src/review/diff.js";
import type { Anchor } from "../../src/review/finding.js";

const CHANGED: readonly LineRange[] = [
  { start: 10, end: 12 },
  { start: 40, end: 40 },
];

test.each<[number, number, Anchor]>([
  [10, 12, "on-diff"],
  [11, 11, "on-diff"],
  [1, 10, "on-diff"],
  [12, 30, "on-diff"],
  [1, 99, "on-diff"],
  [40, 40, "on-diff"],
  [9, 9, "near"],
  [1, 5, "near"],
  [13, 13, "near"],
  [17, 30, "near"],
  [18, 35, "near"],
  [41, 44, "near"],
  [45, 45, "near"],
  [1, 4, "off-diff"],
  [18, 34, "off-diff"],
  [46, 99, "off-diff"],
  [0, 0, "off-diff"],
])("lines %i to %i are %s where 10 to 12 and 40 changed", (startLine, endLine, anchor) => {
  expect(anchorOf({ startLine, endLine }, CHANGED)).toBe(anchor);
});

test("nothing is on or near the diff in a file without changed lines, or in no diff at all", () => {
  const place = { startLine: 1, endLine: 1 };
  expect([anchorOf(place, []), anchorOf(place, undefined)]).toEqual(["off-diff", "off-diff"]);
});

test("a place without a line is not near a change at the top", () => {
  expect(anchorOf({ startLine: 0, endLine: 0 }, [{ start: 1, end: 1 }])).toBe("off-diff");
});

test("any number of changes is looked through", () => {
  const many = Array.from({ length: 300_000 }, (_, at) => ({
    start: at * 20 + 1,
    end: at * 20 + 1,
  }));
  expect(anchorOf({ startLine: 5_999_981, endLine: 5_999_981 }, many)).toBe("on-diff");
});
