import { expect, test } from "vitest";

import { renderCodeclimate } from "../../../src/review/formats/codeclimate.js";
import { BROKEN, FAILED, finding, PASSED, report } from "../sample-reports.js";

const issues = (text: string) => JSON.parse(text) as Record<string, unknown>[];
const issue = (known: Record<string, unknown>) => ({
  type: "issue",
  check_name: "turnpipe/P1",
  description: "Reads past the end",
  content: { body: "The loop runs once too often." },
  categories: ["Bug Risk"],
  severity: "critical",
  fingerprint: "1f0c5e7a",
  location: { path: "src/loop.ts", lines: { begin: 12, end: 14 } },
  ...known,
});

test("each open finding is an issue, in a file of the repository and from line 1 on", () => {
  const [first, second, third, fourth, fifth] = FAILED.findings;
  expect(issues(renderCodeclimate(FAILED))).toEqual([
    issue({ description: first?.title }),
    issue({
      check_name: "turnpipe/P0",
      severity: "blocker",
      description: second?.title,
      content: { body: second?.body },
      fingerprint: "2f0c5e7a",
      location: { path: "doc/Über uns/a#b, c:d?100%.md", lines: { begin: 3, end: 3 } },
    }),
    issue({
      check_name: "turnpipe/P2",
      severity: "major",
      description: third?.title,
      content: { body: third?.body },
      fingerprint: "3f0c5e7a",
      location: { path: "README.md", lines: { begin: 1, end: 1 } },
    }),
    issue({
      check_name: "turnpipe/P3",
      severity: "minor",
      description: fourth?.title,
      content: { body: "" },
      fingerprint: "4f0c5e7a",
      location: { path: "src/loop.ts", lines: { begin: 9, end: 9 } },
    }),
    issue({
      check_name: "turnpipe/P2",
      severity: "major",
      description: fifth?.title,
      fingerprint: "5f0c5e7a",
      location: { path: "outside-the-repository/todo.txt", lines: { begin: 12, end: 14 } },
    }),
  ]);
});

test("no finding is an empty list", () => {
  expect(renderCodeclimate(PASSED)).toBe("[]\n");
});

test("a review that could not be made is an issue of its own, not an empty list", () => {
  expect(issues(renderCodeclimate(BROKEN))).toEqual([
    issue({
      check_name: "turnpipe/error",
      severity: "blocker",
      description: "could not review: the answer is not JSON: Unexpected token '%', \"%PDF\"",
      content: { body: BROKEN.problem },
      fingerprint: "turnpipe/error",
      location: { path: ".", lines: { begin: 1, end: 1 } },
    }),
  ]);
});

test("issues of one fingerprint are told apart, as GitLab shows only the first", () => {
  const findings = [finding(), finding({ fingerprint: "other" }), finding(), finding()];
  expect(issues(renderCodeclimate(report({ findings }))).map((one) => one["fingerprint"])).toEqual([
    "1f0c5e7a",
    "other",
    "1f0c5e7a-2",
    "1f0c5e7a-3",
  ]);
});
