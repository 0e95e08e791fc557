import { emptyReport } from "../../src/review/review-outcome.js";
import type { ReportedFinding, ReviewReport } from "../../src/review/report.js";

/** A finding, with only what matters to a test said. */
export const finding = (known: Partial<ReportedFinding> = {}): ReportedFinding => ({
  id: "f1",
  title: "Reads past the end",
  body: "The loop runs once too often.",
  priority: 1,
  confidence: 0.9,
  file: "src/loop.ts",
  start_line: 12,
  end_line: 14,
  anchored: "on-diff",
  fingerprint: "1f0c5e7a",
  accepted: null,
  blocking: false,
  ...known,
});

/** A report, likewise. */
export const report = (known: Partial<ReviewReport> = {}): ReviewReport => ({
  outcome: "pass",
  target: "the changes since main",
  head: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  fail_on: "P1",
  source: "json",
  correctness: null,
  explanation: null,
  confidence: null,
  findings: [],
  problem: null,
  coverage: null,
  ...known,
});

/** Nothing was found. */
export const PASSED = report({
  correctness: "patch is correct",
  explanation: "Does what it says.",
  confidence: 0.875,
});

/** Nothing can be said. */
export const BROKEN = report({
  outcome: "error",
  source: "none",
  problem: "the answer is not JSON:\nUnexpected token '%', \"%PDF\u{1B}[31m\"",
});

/** There was nothing to review. */
export const EMPTY = emptyReport({
  target: "uncommitted changes",
  head: null,
  failOn: "P1",
  coverage: null,
});

/** Everything that is hard to print, in one report. */
export const FAILED = report({
  outcome: "fail",
  correctness: "patch is incorrect",
  explanation: "Breaks “Größe”.\n\nSee `a|b`.",
  confidence: 0.3,
  findings: [
    finding({ blocking: true }),
    finding({
      id: "f2",
      title: '100%, really: <b>@all</b> | `x` "y" #12 ![i](http://a.example/i.png)\nsecond line',
      body: "::error::no\r\n%0A, ```js\n</details> --> [x](y) {0}\n```\n\u{1B}[31mred\u{1B}[0m \u{7}\u{202E}abc",
      priority: 0,
      confidence: null,
      file: "doc/Über uns/a#b, c:d?100%.md",
      start_line: 3,
      end_line: 3,
      anchored: "near",
      fingerprint: "2f0c5e7a",
      blocking: true,
    }),
    finding({
      id: "f3",
      title: "日本語 👩‍👩‍👧 é",
      body: `${"long ".repeat(20_000)}end`,
      priority: 2,
      file: "README.md",
      start_line: 0,
      end_line: 0,
      anchored: "off-diff",
      fingerprint: "3f0c5e7a",
    }),
    finding({
      id: "f4",
      title: "No body, lines the wrong way round",
      body: "",
      priority: 3,
      start_line: 9,
      end_line: 2,
      fingerprint: "4f0c5e7a",
    }),
    finding({
      id: "f5",
      title: "Elsewhere",
      file: "/home/someone/notes/todo.txt",
      priority: 2,
      anchored: "off-diff",
      fingerprint: "5f0c5e7a",
    }),
    finding({
      id: "f6",
      title: "Accepted for good",
      fingerprint: "6f0c5e7a",
      accepted: { reason: "By design, see <docs> @owner", expires: null },
    }),
    finding({
      id: "f7",
      title: "Accepted for now",
      priority: 0,
      anchored: "near",
      fingerprint: "7f0c5e7a",
      accepted: { reason: "Waits for\nthe release", expires: "2031-05-01" },
    }),
  ],
});

/** Findings, none of which blocks; nothing that the reviewer did not have to say. */
export const WARNED = report({
  fail_on: "P0",
  findings: [finding({ confidence: null }), finding({ id: "f2", priority: 3 })],
});

/** All of them, for what must hold everywhere. */
export const SAMPLES: readonly { name: string; report: ReviewReport }[] = [
  { name: "passed", report: PASSED },
  { name: "warned", report: WARNED },
  { name: "failed", report: FAILED },
  { name: "broken", report: BROKEN },
  { name: "empty", report: EMPTY },
];
