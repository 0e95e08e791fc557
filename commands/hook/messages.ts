import { diagnostic } from "../../src/text/diagnostic.js";
import { createPaint, wantsColour } from "../../src/output/colour.js";
import { columnsOf } from "../../src/output/plain-text.js";
import { reportForTerminal } from "../../src/output/report-for-terminal.js";
import { coverageLines } from "../../src/review/formats/coverage-lines.js";
import { renderText } from "../../src/review/formats/text.js";
import type { LogEntry } from "../../src/review/log.js";
import { appendLog } from "../../src/review/log.js";
import type { PushRange } from "../../src/review/pre-push.js";
import type { ReviewReport } from "../../src/review/report.js";
import type { RunContext } from "../../src/context.js";
import type { Redactor } from "../../src/redact/redactor.js";

/** What a log entry of the hook needs. */
export interface HookLog {
  gitDir: string;
  began: number;
  secrets: Redactor;
}

/** Writes a line to stderr. */
export function say({ stderr }: Pick<RunContext, "stderr">, text: string): void {
  stderr.write(`turnpipe: ${diagnostic(text)}\n`);
}

/**
 * Prints the report if it has findings or an error; else only the coverage. A long report is cut, and
 * `whole` says where the rest is.
 */
export function showReport(
  runContext: Pick<RunContext, "stderr" | "env" | "secrets">,
  report: ReviewReport,
  whole: string,
): void {
  const { findings, outcome, explanation } = report;
  if (findings.length > 0 || (outcome === "error" && explanation !== null)) {
    const { shown, left } = firstLines(renderText(report));
    const { stderr } = runContext;
    stderr.write(stderr.isTTY === true ? forTerminal(shown, runContext) : shown);
    if (left !== null) say(runContext, `${left} of the review are not shown; ${whole}`);
  } else {
    for (const line of coverageLines(report.coverage)) say(runContext, line);
  }
}

/** With a blank line before and after it. */
function forTerminal(
  text: string,
  { stderr, env, secrets }: Pick<RunContext, "stderr" | "env" | "secrets">,
): string {
  const paint = createPaint(wantsColour({ flag: "auto", env, isTTY: true }));
  // Redacted before it is broken into rows: half a secret is not recognised.
  return `\n${reportForTerminal(secrets.text(text), columnsOf(stderr), paint)}\n`;
}

/** The first lines of a text, and how much more there is. */
function firstLines(text: string): { shown: string; left: string | null } {
  const lines = text.slice(0, MAX_CHARACTERS).split("\n").slice(0, MAX_LINES);
  const cut = lines.join("\n").length;
  if (cut >= text.length - 1) return { shown: text, left: null };
  // Do not cut a surrogate pair in two.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(cut - 1)) ? cut - 1 : cut;
  return { shown: `${text.slice(0, end)}\n`, left: `${String(text.length - end)} characters` };
}

const MAX_LINES = 1000;
const MAX_CHARACTERS = 128 * 1024;

/** Appends an entry to the hook's log. */
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

/** The fields of a log entry for a report. */
export const entryOf = ({ outcome, findings, problem }: ReviewReport): Partial<LogEntry> => ({
  what: outcome === "error" ? "error" : "verdict",
  outcome,
  findings: findings.length,
  reason: problem,
});
