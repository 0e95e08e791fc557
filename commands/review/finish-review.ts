import { realpathSync } from "node:fs";
import { join } from "node:path";

import { readRegular } from "../../src/files/bounded-read.js";
import type { TerminalEvent } from "../../src/dialect/events.js";
import type { Change } from "../../src/git/change.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { Cause } from "../../src/outcome/causes.js";
import type { Baseline } from "../../src/review/baseline.js";
import { parseBaseline, updatedBaseline } from "../../src/review/baseline.js";
import type { Coverage } from "../../src/review/coverage.js";
import { changedLines } from "../../src/review/diff.js";
import type { Finding } from "../../src/review/finding.js";
import type { Checkout } from "../../src/review/findings.js";
import { toFindings } from "../../src/review/findings.js";
import { contradictionIn, reviewOutcome } from "../../src/review/review-outcome.js";
import type { ReviewReport } from "../../src/review/report.js";
import { readReviewAnswer } from "../../src/review/read-answer.js";
import type { Redactor } from "../../src/redact/redactor.js";
import type { TurnResult } from "../../src/turn/run-turn.js";
import { replace } from "../../src/output/files.js";
import { terminalEvent } from "../turn/finish-turn.js";
import type { ReviewOptions } from "./options.js";
import type { Subject } from "./subject.js";
import { movedSince } from "./subject.js";

/** The inputs of a review's outcome, apart from the reviewer's answer. */
export interface ReviewContext {
  options: Pick<ReviewOptions, "failOn" | "failOnEmpty" | "acceptance">;
  change: Pick<Change, "target" | "head">;
  coverage: Coverage | null;
  baseline: Baseline | undefined;
  baselinePath: string | undefined;
  now: Date;
  repository: RepositoryAccess;
}

/** Reads and writes of the repository after the reviewer has answered. */
export interface RepositoryAccess {
  place(): Checkout;
  /** Why the review is stale; null when it is not. */
  moved(): string | null;
  keep(path: string, text: string): Promise<void>;
}

/** Access to the real repository; a replay has recorded values instead. */
export const repositoryAccess = (
  subject: Subject,
  paths: readonly string[],
  secrets: Redactor,
): RepositoryAccess => ({
  place: () => checkoutOf(subject),
  moved: () => movedSince(subject, paths),
  keep: (path, text) => replace(path, secrets.text(text)),
});

/** The terminal event of a review: its report, with the exit status that follows from it. */
export async function finishReview(
  result: TurnResult,
  context: ReviewContext,
): Promise<TerminalEvent> {
  const event = terminalEvent(result);
  const problem = event.type === "turn.failed" ? event.error.message : null;
  const answer = problem === null ? readReviewAnswer(result.review) : undefined;
  const { change, repository } = context;
  const findings = toFindings(answer?.findings ?? [], repository.place());
  const moved = problem === null ? repository.moved() : null;
  const isReadable = answer !== undefined && contradictionIn(answer) === null;
  // Findings of a stale review are not accepted into the baseline.
  const isSound = isReadable && moved === null;
  const outcome = reviewOutcome({
    answer,
    findings,
    target: change.target,
    head: change.head,
    failOn: context.options.failOn,
    baseline: isSound ? await updateBaseline(findings, context) : context.baseline,
    now: context.now,
    moved,
    problem,
    coverage: context.coverage,
  });
  if (event.type === "turn.failed") return { ...event, review: outcome };
  // An unreadable answer is shown as it came: a person may still make sense of it.
  const report = answer === undefined ? { ...outcome, explanation: result.review.text } : outcome;
  const end = causeOf(report, { unreadable: !isReadable });
  return { ...event, exit_code: exitCodeOf(end.cause), ...end, review: report };
}

/** The cause of the exit status, for a review whose turn completed. */
function causeOf(
  { outcome, problem, findings }: ReviewReport,
  { unreadable }: { unreadable: boolean },
): { cause: Cause; problem: string | null } {
  switch (outcome) {
    case "pass":
    case "empty":
      return { cause: "completed", problem: null };
    case "fail": {
      const blocking = findings.filter((finding) => finding.blocking).length;
      const message = blocking === 1 ? "1 finding blocks" : `${String(blocking)} findings block`;
      return { cause: "findings", problem: message };
    }
    case "error":
      return { cause: unreadable ? "review_unreadable" : "review_stale", problem };
  }
}

/** With `--update-baseline`, writes the findings to the baseline and returns it. */
async function updateBaseline(
  findings: readonly Finding[],
  context: ReviewContext,
): Promise<Baseline | undefined> {
  const { options, baseline, baselinePath, now, repository } = context;
  if (options.acceptance === undefined || baselinePath === undefined) return baseline;
  const text = updatedBaseline(baseline, findings, { now, ...options.acceptance });
  await repository.keep(baselinePath, text);
  return parseBaseline(text, baselinePath);
}

/** The files as they were reviewed: those of a commit, or those on disk. */
function checkoutOf({ git, root, change }: Subject): Checkout {
  const text = (file: string): string | undefined =>
    change.tip === null ? onDisk(join(root, file)) : git.tryRun(["show", `${change.tip}:${file}`]);
  return {
    roots: [root, realpathSync(root)],
    changed: changedLines(change.diff),
    readLines: (file: string) => linesOf(text(file)),
  };
}

/** Splits into lines; a final newline does not start another. */
const linesOf = (text: string | undefined): readonly string[] | undefined =>
  text === "" ? [] : text?.replace(/\n$/, "").split("\n");

function onDisk(path: string): string | undefined {
  try {
    return readRegular(path, MAX_SOURCE_BYTES).toString("utf8");
  } catch {
    return undefined;
  }
}

/** No source file under review is larger. */
const MAX_SOURCE_BYTES = 64 * 1024 * 1024;
