import type { Priority } from "../finding.js";
import type { ReportedFinding, ReviewReport } from "../report.js";
import { outcomeLine } from "./outcome-line.js";
import { findingLines, repositoryPath } from "./place.js";

/** Renders the issue list that GitLab's Code Quality reads; accepted findings are left out. */
export function renderCodeclimate(report: ReviewReport): string {
  const open = report.findings.filter(({ accepted }) => accepted === null);
  const issues = distinct(open.map(issueOf));
  // An empty list would mean to GitLab that everything has been fixed.
  const all = report.outcome === "error" ? [noReview(report), ...issues] : issues;
  return `${JSON.stringify(all, null, 2)}\n`;
}

type Issue = ReturnType<typeof issueOf>;

const issueOf = (finding: ReportedFinding) => ({
  type: "issue",
  check_name: `turnpipe/P${finding.priority}`,
  description: finding.title,
  content: { body: finding.body },
  categories: ["Bug Risk"],
  severity: SEVERITY[finding.priority] as string,
  fingerprint: finding.fingerprint,
  location: {
    path: repositoryPath(finding.file),
    lines: findingLines(finding) ?? { begin: 1, end: 1 },
  },
});

const noReview = (report: ReviewReport): Issue => ({
  type: "issue",
  check_name: "turnpipe/error",
  description: outcomeLine(report),
  content: { body: report.problem ?? "" },
  categories: ["Bug Risk"],
  severity: SEVERITY[0],
  fingerprint: "turnpipe/error",
  location: { path: ".", lines: { begin: 1, end: 1 } },
});

/** Numbers repeated fingerprints: GitLab shows only the first issue of each. */
function distinct(issues: Issue[]): Issue[] {
  const seen = new Map<string, number>();
  return issues.map((issue) => {
    const count = (seen.get(issue.fingerprint) ?? 0) + 1;
    seen.set(issue.fingerprint, count);
    return count === 1 ? issue : { ...issue, fingerprint: `${issue.fingerprint}-${count}` };
  });
}

const SEVERITY = {
  0: "blocker",
  1: "critical",
  2: "major",
  3: "minor",
} as const satisfies Record<Priority, string>;
