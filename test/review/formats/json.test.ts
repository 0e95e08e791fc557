import { expect, test } from "vitest";

import { renderJson } from "../../../src/review/formats/json.js";
import { ReviewReport } from "../../../src/review/report.js";
import { PASSED, SAMPLES } from "../sample-reports.js";

test.each(SAMPLES)("$name is the report itself, as the schema has it", ({ report }) => {
  expect(ReviewReport.parse(JSON.parse(renderJson(report)))).toEqual(report);
});

test("the document is indented by two and ends its last line", () => {
  expect(renderJson(PASSED)).toBe(
    [
      "{",
      '  "outcome": "pass",',
      '  "target": "the changes since main",',
      '  "head": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",',
      '  "fail_on": "P1",',
      '  "source": "json",',
      '  "correctness": "patch is correct",',
      '  "explanation": "Does what it says.",',
      '  "confidence": 0.875,',
      '  "findings": [],',
      '  "problem": null,',
      '  "coverage": null',
      "}",
      "",
    ].join("\n"),
  );
});
