import { expect, test } from "vitest";

import { outcomeLine } from "../../../src/review/formats/outcome-line.js";
import type { ReviewReport } from "../../../src/review/report.js";
import { BROKEN, EMPTY, FAILED, finding, PASSED, report, WARNED } from "../sample-reports.js";

const open = finding();
const blocking = finding({ blocking: true });
const accepted = finding({ accepted: { reason: "old", expires: null } });
const failed = (known: Partial<ReviewReport>) => report({ outcome: "fail", ...known });

test.each([
  ["pass: no findings", PASSED],
  ["pass: none of 2 findings blocks (P0 only)", WARNED],
  ["fail: 2 of 7 findings block (P1 and worse), 2 accepted", FAILED],
  ["could not review: the answer is not JSON: Unexpected token '%', \"%PDF\"", BROKEN],
  ["nothing to review: no uncommitted changes (for a branch: --base origin/main)", EMPTY],
  ["could not review: unknown reason", report({ outcome: "error" })],
  ["fail: 1 of 3 findings blocks (P1 and worse)", failed({ findings: [open, blocking, open] })],
  [
    "fail: all 2 findings block (P3 and worse)",
    failed({ fail_on: "P3", findings: [blocking, blocking] }),
  ],
  ["fail: the only finding blocks (P2 and worse)", failed({ fail_on: "P2", findings: [blocking] })],
  [
    "pass: the only finding does not block (P1 and worse), 1 accepted",
    report({ findings: [accepted] }),
  ],
  [
    "pass: none of 2 findings blocks (nothing may)",
    report({ fail_on: "never", findings: [open, open] }),
  ],
  [
    "fail: no findings, but the reviewer says: patch is incorrect",
    failed({ correctness: "patch is\nincorrect" }),
  ],
])("%s", (line, reviewed) => {
  expect(outcomeLine(reviewed)).toBe(line);
});
