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
import type { ReviewWords } from "../../src/translate/turn-end.js";
import { replace } from "../../src/output/files.js";
import type { ReviewOptions } from "./options.js";
import type { Subject } from "./subject.js";
import { movedSince } from "./subject.js";

/** Everything the verdict of a review is made of, besides what the reviewer said. */
export interface ReviewContext {
  options: Pick<ReviewOptions, "failOn" | "acceptance">;
  change: Pick<Change, "target" | "head">;
  coverage: Coverage | null;
  baseline: Baseline | undefined;
  baselinePath: string | undefined;
  now: Date;
  repository: RepositoryAccess;
}

/** What is read from the repository, and kept there, once the reviewer has spoken. */
export interface RepositoryAccess {
  place(): Checkout;
  /** Why the review can no longer be believed. */
  moved(): string | null;
  keep(path: string, text: string): Promise<void>;
}

/** A look at the repository itself. */
export const repositoryAccess = (
  subject: Subject,
  paths: readonly string[],
  secrets: Redactor,
): RepositoryAccess => ({
  place: () => placeOf(subject),
  moved: () => movedSince(subject, paths),
  keep: (path, text) => replace(path, secrets.text(text)),
});

/** Puts the review into the last event, and the review's outcome into the exit status. */
export async function concludeReview(
  event: TerminalEvent,
  words: ReviewWords,
  context: ReviewContext,
): Promise<TerminalEvent> {
  const problem = event.type === "turn.failed" ? event.error.message : null;
  const verdict = problem === null ? readReviewAnswer(words) : undefined;
  const { change, repository } = context;
  const findings = toFindings(verdict?.findings ?? [], repository.place());
  const moved = problem === null ? repository.moved() : null;
  // Nobody accepts what was found in something else.
  const isReadable = verdict !== undefined && contradictionIn(verdict) === null;
  const isSound = isReadable && moved === null;
  const judged = reviewOutcome({
    verdict,
    findings,
    target: change.target,
    head: change.head,
    failOn: context.options.failOn,
    baseline: isSound ? await accept(findings, context) : context.baseline,
    now: context.now,
    moved,
    problem,
    coverage: context.coverage,
  });
  if (event.type === "turn.failed") return { ...event, review: judged };
  // What could not be read is shown as it came: a person may still make sense of it.
  const report = verdict === undefined ? { ...judged, explanation: words.text } : judged;
  const { cause, problem: why } = outcomeOf(report, { unreadable: !isReadable });
  return { ...event, exit_code: exitCodeOf(cause), cause, problem: why, review: report };
}

/** The exit status of a review whose turn completed. */
function outcomeOf(
  { outcome, problem, findings }: ReviewReport,
  { unreadable }: { unreadable: boolean },
): { cause: Cause; problem: string | null } {
  switch (outcome) {
    case "pass":
      return { cause: "completed", problem: null };
    case "fail": {
      const blocking = findings.filter((finding) => finding.blocking).length;
      const words = blocking === 1 ? "1 finding blocks" : `${String(blocking)} findings block`;
      return { cause: "findings", problem: words };
    }
    case "error":
      return { cause: unreadable ? "review_unreadable" : "review_stale", problem };
  }
}

/** With `--update-baseline`, what was found is accepted from here on. */
async function accept(
  findings: readonly Finding[],
  context: ReviewContext,
): Promise<Baseline | undefined> {
  const { options, baseline, baselinePath, now, repository } = context;
  if (options.acceptance === undefined || baselinePath === undefined) return baseline;
  const text = updatedBaseline(baseline, findings, { now, ...options.acceptance });
  await repository.keep(baselinePath, text);
  return parseBaseline(text, baselinePath);
}

/** Findings speak of the files as they were reviewed: those of a commit, or those on disk. */
function placeOf({ git, root, change }: Subject): Checkout {
  const text = (file: string): string | undefined =>
    change.tip === null ? onDisk(join(root, file)) : git.ask(["show", `${change.tip}:${file}`]);
  return {
    roots: [root, realpathSync(root)],
    changed: changedLines(change.diff),
    readLines: (file: string) => linesOf(text(file)),
  };
}

/** The newline at a text's end begins no line. */
const linesOf = (text: string | undefined): readonly string[] | undefined =>
  text === "" ? [] : text?.replace(/\n$/, "").split("\n");

function onDisk(path: string): string | undefined {
  try {
    return readRegular(path, MAX_SOURCE_BYTES).toString("utf8");
  } catch {
    return undefined;
  }
}

/** No source file that anybody reviews is larger; a pipe or a device has no lines to point at. */
const MAX_SOURCE_BYTES = 64 * 1024 * 1024;
