import { expect, test } from "vitest";

import { renderJsonl } from "../../../src/review/formats/jsonl.js";
import { BROKEN, EMPTY, FAILED, PASSED } from "../sample-reports.js";

test("each finding is a line, and nothing follows", () => {
  const lines = renderJsonl(FAILED).split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(FAILED.findings);
});

test("no finding is no line", () => {
  expect(renderJsonl(PASSED)).toBe("");
});

test.each([
  ["that could not be made", BROKEN],
  ["of nothing", EMPTY],
] as const)("a review %s is one line that says so", (_, { outcome, problem, ...rest }) => {
  expect(renderJsonl({ outcome, problem, ...rest })).toBe(
    `${JSON.stringify({ outcome, problem })}\n`,
  );
});
