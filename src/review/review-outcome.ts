import { acceptanceIn, type Baseline } from "./baseline.js";
import type { Coverage } from "./coverage.js";
import type { Finding } from "./finding.js";
import type { ReviewFailOn, ReportedFinding, ReviewReport } from "./report.js";
import type { ReviewAnswer } from "./raw-finding.js";

interface Review {
  answer: ReviewAnswer | undefined;
  findings: readonly Finding[];
  /** Description of what was reviewed. */
  target: string;
  head: string | null;
  failOn: ReviewFailOn;
  baseline: Baseline | undefined;
  now: Date;
  /** What changed during the review, if anything did. */
  moved: string | null;
  /** Why the turn did not complete, if it did not. */
  problem: string | null;
  coverage: Coverage | null;
}

/**
 * Decides the outcome: passes only a change that was reviewed to the end, readably, and has not
 * changed since.
 */
export function reviewOutcome(review: Review): ReviewReport {
  const { answer, target, head, failOn } = review;
  const unread = answer === undefined ? UNREADABLE : contradictionIn(answer);
  const problem = review.problem ?? unread ?? review.moved;
  const findings = review.findings.map((finding) => gated(finding, review));
  const isBlocked = findings.some(({ blocking }) => blocking);
  return {
    outcome: problem !== null ? "error" : isBlocked ? "fail" : "pass",
    target,
    head,
    fail_on: failOn,
    source: answer?.source ?? "none",
    correctness: answer?.correctness ?? null,
    explanation: answer?.explanation ?? null,
    confidence: answer?.confidence ?? null,
    findings,
    problem,
    coverage: review.coverage,
  };
}

/** The report on a change that is empty, so that there was nothing to review. */
export const emptyReport = ({
  target,
  head,
  failOn,
  coverage,
}: Pick<Review, "target" | "head" | "failOn" | "coverage">): ReviewReport => ({
  outcome: "empty",
  target,
  head,
  fail_on: failOn,
  source: "none",
  correctness: null,
  explanation: null,
  confidence: null,
  findings: [],
  problem: nothingIn(target),
  coverage,
});

function nothingIn(target: string): string {
  if (target === "uncommitted changes") return `no ${target} (for a branch: --base origin/main)`;
  return target.startsWith("changes ") ? `no ${target}` : `no changes in ${target}`;
}

const UNREADABLE = "the reviewer's answer could not be read";

/** Detects an answer that contradicts itself: it does not call the change correct, yet has no findings. */
export function contradictionIn({ correctness, findings }: ReviewAnswer): string | null {
  if (findings.length > 0 || correctness === null || CORRECT.test(correctness)) return null;
  return `the reviewer's answer contradicts itself: ${JSON.stringify(correctness.slice(0, 100))}, but no findings`;
}

const CORRECT = /^(?:the )?(?:patch|change) is correct\.?$|^correct\.?$/i;

function gated(finding: Finding, { failOn, baseline, now }: Review): ReportedFinding {
  const accepted = acceptanceIn(baseline, finding.fingerprint, now);
  const blocking = accepted === null && finding.priority <= LOWEST_BLOCKING[failOn];
  return { ...finding, accepted, blocking };
}

const LOWEST_BLOCKING = { P0: 0, P1: 1, P2: 2, P3: 3, never: -1 } as const satisfies Record<
  ReviewFailOn,
  number
>;
