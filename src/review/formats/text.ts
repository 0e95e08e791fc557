import type { ReportedFinding, ReviewReport } from "../report.js";
import { byPriority } from "./by-priority.js";
import { withoutLogCommands } from "../../text/log-commands.js";
import { coverageLines } from "./coverage-lines.js";
import { notesOn } from "./notes.js";
import { outcomeLine } from "./outcome-line.js";
import { placeOf } from "./place.js";
import { sanitizeForTerminal } from "../../text/sanitize-for-terminal.js";
import { visibleLine } from "./visible.js";

/** Renders plain text: the outcome, the findings with the worst first, the reviewer's statement. */
export function renderText(report: ReviewReport): string {
  const parts = [
    outcomeLine(report),
    ...byPriority(report.findings).map(findingText),
    ...reviewerText(report),
    ...coverageLines(report.coverage),
  ];
  return withoutLogCommands(`${parts.join("\n\n")}\n`);
}

function findingText(finding: ReportedFinding): string {
  const notes = notesOn(finding);
  const location = `${placeOf(finding)}${notes === "" ? "" : ` (${notes})`}`;
  return under(`P${finding.priority} ${visibleLine(finding.title)}  ${location}`, finding.body);
}

function reviewerText({ correctness, explanation, confidence }: ReviewReport): string[] {
  if (correctness === null && explanation === null) return [];
  const statement = visibleLine(correctness ?? "");
  const sure = confidence === null ? "" : ` (confidence ${Number(confidence.toFixed(2))})`;
  return [under(`The reviewer says: ${statement}${sure}`.trimEnd(), explanation ?? "")];
}

/** Indents a text below its first line; nothing is wrapped, so that it can be copied. */
function under(first: string, text: string): string {
  const rows = sanitizeForTerminal(text)
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n");
  return [first, ...rows.map((row) => `    ${row}`.trimEnd())].join("\n").trimEnd();
}
