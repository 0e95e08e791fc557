import { describe, expect, test } from "vitest";

import type { Mode, OnError } from "../../../commands/hook/policy.js";
import { decidePush } from "../../../commands/hook/policy.js";
import type { ReportedFinding } from "../../../src/review/report.js";

const MODES: readonly Mode[] = ["warn", "block"];
const ON_ERROR: readonly OnError[] = ["open", "warn", "closed"];
const CODES = [0, 1, 2, 4, 5, 6, 70, 124];

const SKIP = 'to skip the review, with a reason: TURNPIPE_SKIP="…" git push';

describe.each(ON_ERROR)("under on_error %s", (onError) => {
  test.each(MODES)("a review that passed lets the push go on in mode %s", (mode) => {
    const passed = { outcome: "pass", problem: null, findings: judged(false, false) } as const;
    const rulings = CODES.map((code) => decidePush(passed, { mode, onError }, code));
    expect(rulings).toEqual(CODES.map(() => ({ code: 0, lines: ["the review passed"] })));
  });

  test.each([
    ["block", [true], 3, ["1 finding: nothing is pushed", SKIP]],
    ["block", [true, false, true], 3, ["2 findings: nothing is pushed", SKIP]],
    ["warn", [true], 0, ["1 finding, and the push continues (mode warn)"]],
    ["warn", [false, true, true], 0, ["2 findings, and the push continues (mode warn)"]],
  ] as const)("a review that failed in mode %s with findings %j", (mode, blocking, code, lines) => {
    const failed = { outcome: "fail", problem: null, findings: judged(...blocking) } as const;
    const rulings = CODES.map((status) => decidePush(failed, { mode, onError }, status));
    expect(rulings).toEqual(CODES.map(() => ({ code, lines })));
  });
});

describe.each(MODES)("without a verdict, in mode %s", (mode) => {
  const ruled = (onError: OnError, problem: string | null = "no answer") =>
    CODES.map((code) =>
      decidePush({ outcome: "error", problem, findings: [] }, { mode, onError }, code),
    );

  test("open lets the push continue with a loud warning", () => {
    const lines = [
      "COULD NOT REVIEW: no answer",
      "THE PUSH CONTINUES WITHOUT A REVIEW (on_error: open)",
    ];
    expect(ruled("open")).toEqual(CODES.map(() => ({ code: 0, lines })));
  });

  test("warn lets the push continue with a message", () => {
    const lines = ["could not review, and the push continues: no answer"];
    expect(ruled("warn")).toEqual(CODES.map(() => ({ code: 0, lines })));
  });

  test("closed stops the push with the status of the failure, and never with 0", () => {
    const lines = ["could not review: no answer: nothing is pushed (on_error: closed)"];
    expect(ruled("closed")).toEqual(CODES.map((code) => ({ code: code || 1, lines })));
  });

  test("a problem without a name gets one", () => {
    const named = ON_ERROR.map((onError) => ruled(onError, null)[0]?.lines);
    expect(named).toEqual([
      [
        "COULD NOT REVIEW: no review result",
        "THE PUSH CONTINUES WITHOUT A REVIEW (on_error: open)",
      ],
      ["could not review, and the push continues: no review result"],
      ["could not review: no review result: nothing is pushed (on_error: closed)"],
    ]);
  });
});

const judged = (...blocking: readonly boolean[]): ReportedFinding[] =>
  blocking.map((blocks, at) => ({
    id: String(at + 1),
    title: "A title",
    body: "A body",
    priority: blocks ? 1 : 3,
    confidence: 0.5,
    file: "a.txt",
    start_line: 1,
    end_line: 1,
    anchored: "on-diff",
    fingerprint: String(at),
    accepted: null,
    blocking: blocks,
  }));
