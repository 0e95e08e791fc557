import { diagnostic } from "../../src/text/diagnostic.js";
import { coverageLines } from "../../src/review/formats/coverage-lines.js";
import { renderText } from "../../src/review/formats/text.js";
import type { LogEntry } from "../../src/review/log.js";
import { appendLog } from "../../src/review/log.js";
import type { PushRange } from "../../src/review/pre-push.js";
import type { ReviewReport } from "../../src/review/report.js";
import type { Runtime } from "../../src/context.js";
import type { Redactor } from "../../src/redact/redactor.js";

/** Where a hook keeps its log, and when it began. */
export interface HookLog {
  gitDir: string;
  began: number;
  secrets: Redactor;
}

/** A line for the one who pushes. */
export function say({ stderr }: Pick<Runtime, "stderr">, words: string): void {
  stderr.write(`turnpipe: ${diagnostic(words)}\n`);
}

/**
 * The report, unless there is nothing in it: a review that found nothing needs no page. No more of it
 * than people read; `whole` says where the rest is.
 */
export function show(
  { stderr }: Pick<Runtime, "stderr">,
  report: ReviewReport,
  whole: string,
): void {
  const { findings, outcome, explanation } = report;
  if (findings.length > 0 || (outcome === "error" && explanation !== null)) {
    const { shown, left } = firstLines(renderText(report));
    stderr.write(shown);
    if (left !== null) say({ stderr }, `${left} of the review are not shown; ${whole}`);
  } else {
    for (const line of coverageLines(report.coverage)) say({ stderr }, line);
  }
}

/** The first lines of a text, and how much more there is. */
function firstLines(text: string): { shown: string; left: string | null } {
  const lines = text.slice(0, MOST_CHARACTERS).split("\n").slice(0, MOST_LINES);
  const cut = lines.join("\n").length;
  if (cut >= text.length - 1) return { shown: text, left: null };
  // The second half of a pair would be no character.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(cut - 1)) ? cut - 1 : cut;
  return { shown: `${text.slice(0, end)}\n`, left: `${String(text.length - end)} characters` };
}

const MOST_LINES = 1000;
const MOST_CHARACTERS = 128 * 1024;

/** A line for later. */
export function log(
  { gitDir, began, secrets }: HookLog,
  range: PushRange | undefined,
  entry: Partial<LogEntry>,
): void {
  appendLog(gitDir, {
    at: new Date().toISOString(),
    what: "verdict",
    ref: range?.ref ?? null,
    from: range?.from ?? null,
    to: range?.to ?? null,
    outcome: null,
    cached: false,
    reason: null,
    findings: null,
    duration_ms: Date.now() - began,
    ...secrets.value(entry),
  });
}

/** What the log says of a verdict. */
export const entryOf = ({ outcome, findings, problem }: ReviewReport): Partial<LogEntry> => ({
  what: outcome === "error" ? "error" : "verdict",
  outcome,
  findings: findings.length,
  reason: problem,
});
