import { describe, expect, test } from "vitest";

import type { Baseline } from "../../src/review/baseline.js";
import type { Finding, Priority } from "../../src/review/finding.js";
import { reviewOutcome } from "../../src/review/review-outcome.js";
import { ReviewReport, type ReviewFailOn } from "../../src/review/report.js";
import type { ReviewAnswer } from "../../src/review/raw-finding.js";

const VERDICT: ReviewAnswer = {
  source: "json",
  correctness: "patch is correct",
  explanation: "Explained.",
  confidence: 0.9,
  findings: [],
};
const REVIEW: Parameters<typeof reviewOutcome>[0] = {
  answer: VERDICT,
  findings: [],
  target: "the changes against main",
  head: "1234",
  failOn: "P1",
  baseline: undefined,
  now: new Date("2027-01-31T12:00:00Z"),
  moved: null,
  problem: null,
  coverage: null,
};
const PRIORITIES: readonly Priority[] = [0, 1, 2, 3];

describe("a single finding", () => {
  const TABLE: readonly (readonly [ReviewFailOn, ...ReviewReport["outcome"][]])[] = [
    // fail on   P0      P1      P2      P3
    ["P0", "fail", "pass", "pass", "pass"],
    ["P1", "fail", "fail", "pass", "pass"],
    ["P2", "fail", "fail", "fail", "pass"],
    ["P3", "fail", "fail", "fail", "fail"],
    ["never", "pass", "pass", "pass", "pass"],
  ];
  const cells = TABLE.flatMap(([failOn, ...outcomes]) =>
    PRIORITIES.map((priority) => ({ failOn, priority, outcome: outcomes[priority]! })),
  );

  test.each(cells)(
    "P$priority with --fail-on $failOn: $outcome",
    ({ failOn, priority, outcome }) => {
      expect(judge({ failOn, findings: [finding(priority)] })).toEqual([
        outcome,
        [outcome === "fail"],
        null,
      ]);
    },
  );

  test.each(cells)("P$priority with --fail-on $failOn, accepted: pass", ({ failOn, priority }) => {
    const review = { failOn, findings: [finding(priority)], baseline: baseline("2027-01-31") };
    expect(judge(review)).toEqual(["pass", [false], null]);
  });

  test.each(cells)(
    "P$priority with --fail-on $failOn, accepted till yesterday: $outcome",
    ({ failOn, priority, outcome }) => {
      const review = { failOn, findings: [finding(priority)], baseline: baseline("2027-01-30") };
      expect(judge(review)).toEqual([outcome, [outcome === "fail"], null]);
    },
  );
});

describe("a review", () => {
  const unread = "the reviewer's answer could not be read";
  const TABLE: readonly (readonly [
    problem: string | null,
    answer: ReviewAnswer | undefined,
    moved: string | null,
    why: string | null,
  ])[] = [
    // turn       verdict    the change     why there is no outcome
    [null, VERDICT, null, null],
    [null, VERDICT, "HEAD moved", "HEAD moved"],
    [null, undefined, null, unread],
    [null, undefined, "HEAD moved", unread],
    ["timed out", VERDICT, null, "timed out"],
    ["timed out", VERDICT, "HEAD moved", "timed out"],
    ["timed out", undefined, null, "timed out"],
    ["timed out", undefined, "HEAD moved", "timed out"],
  ];
  const FOUND: readonly (readonly [
    what: string,
    findings: Finding[],
    outcome: ReviewReport["outcome"],
  ])[] = [
    ["nothing", [], "pass"],
    ["a nicety", [finding(3)], "pass"],
    ["a blocker", [finding(0)], "fail"],
  ];
  const rows = TABLE.flatMap(([problem, answer, moved, why]) =>
    FOUND.flatMap(([what, findings, outcome]) =>
      (["P1", "never"] as const).map((failOn) => ({
        turn: problem ?? "completed",
        read: answer === undefined ? "unreadable" : "readable",
        change: moved ?? "it stayed",
        what,
        failOn,
        review: { problem, answer, moved, findings, failOn },
        outcome: why !== null ? "error" : failOn === "never" ? "pass" : outcome,
        why,
      })),
    ),
  );

  test.each(rows)(
    "turn $turn, verdict $read, $change, found $what, --fail-on $failOn: $outcome",
    ({ review, outcome, why }) => {
      const blocking = review.findings.map(
        ({ priority }) => review.failOn === "P1" && priority <= 1,
      );
      expect(judge(review)).toEqual([outcome, blocking, why]);
    },
  );

  test("fails for one finding among accepted and lesser ones", () => {
    const findings = [finding(0), finding(1, "bbbb"), finding(3, "cccc")];
    const review = { findings, baseline: baseline(null) };
    expect(judge(review)).toEqual(["fail", [false, true, false], null]);
  });

  test("counts a finding wherever it is", () => {
    const findings: Finding[] = [{ ...finding(1), anchored: "off-diff" }];
    expect(judge({ findings })).toEqual(["fail", [true], null]);
  });
});

describe("a report", () => {
  test("has all that is known", () => {
    const findings = [finding(0), finding(2, "bbbb")];
    const report = reviewOutcome({ ...REVIEW, findings, baseline: baseline(null) });
    expect(report).toEqual({
      outcome: "pass",
      target: "the changes against main",
      head: "1234",
      fail_on: "P1",
      source: "json",
      correctness: "patch is correct",
      explanation: "Explained.",
      confidence: 0.9,
      findings: [
        { ...finding(0), accepted: { reason: "known", expires: null }, blocking: false },
        { ...finding(2, "bbbb"), accepted: null, blocking: false },
      ],
      problem: null,
      coverage: null,
    });
    expect(ReviewReport.parse(report)).toEqual(report);
  });

  test("of an unreadable verdict has none of it", () => {
    expect(reviewOutcome({ ...REVIEW, answer: undefined, head: null })).toEqual({
      outcome: "error",
      target: "the changes against main",
      head: null,
      fail_on: "P1",
      source: "none",
      correctness: null,
      explanation: null,
      confidence: null,
      findings: [],
      problem: "the reviewer's answer could not be read",
      coverage: null,
    });
  });

  test("keeps its findings when there is no outcome", () => {
    const report = reviewOutcome({ ...REVIEW, findings: [finding(1)], moved: "HEAD moved" });
    expect(report.findings).toEqual([{ ...finding(1), accepted: null, blocking: true }]);
  });

  test("changes nothing of what it was made from", () => {
    const findings = Object.freeze([Object.freeze(finding(1))]);
    reviewOutcome({ ...REVIEW, findings });
    expect(findings).toEqual([finding(1)]);
  });
});

/** The outcome, which findings block, and why there is no outcome. */
function judge(review: Partial<typeof REVIEW>) {
  const { outcome, findings, problem } = reviewOutcome({ ...REVIEW, ...review });
  return [outcome, findings.map(({ blocking }) => blocking), problem];
}

function finding(priority: Priority, fingerprint = "aaaa"): Finding {
  return {
    id: "F1",
    title: "Bug",
    body: "It breaks.",
    priority,
    confidence: 0.5,
    file: "a.ts",
    start_line: 1,
    end_line: 2,
    anchored: "on-diff",
    fingerprint,
  };
}

function baseline(expires: string | null): Baseline {
  const entry = { fingerprint: "aaaa", title: "Bug", file: "a.ts", reason: "known", expires };
  return { version: 1, findings: [entry] };
}
