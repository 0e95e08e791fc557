import { expect, test } from "vitest";

import { renderJsonl } from "../../../src/review/formats/jsonl.js";
import { BROKEN, FAILED, PASSED } from "../sample-reports.js";

test("each finding is a line, and nothing follows", () => {
  const lines = renderJsonl(FAILED).split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(FAILED.findings);
});

test("no finding is no line", () => {
  expect(renderJsonl(PASSED)).toBe("");
});

test("a review that could not be made is one line that says so", () => {
  expect(renderJsonl(BROKEN)).toBe(
    `${JSON.stringify({ outcome: "error", problem: BROKEN.problem })}\n`,
  );
});
