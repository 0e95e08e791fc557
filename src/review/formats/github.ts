import type { Priority } from "../finding.js";
import type { ReportedFinding, ReviewReport } from "../report.js";
import { byPriority } from "./by-priority.js";
import { outcomeLine } from "./outcome-line.js";
import { isOutside, findingLines, placeOf } from "./place.js";
import { sanitizeForTerminal } from "../../text/sanitize-for-terminal.js";
import { visibleLine } from "./visible.js";

type Kind = "error" | "warning" | "notice";

/** Renders GitHub workflow commands: an annotation per open finding, then the outcome. */
export function renderGithub(report: ReviewReport): string {
  const last = KIND_OF_OUTCOME[report.outcome];
  const open = byPriority(report.findings.filter(({ accepted }) => accepted === null));
  const shown = open.filter(fits(last));
  const hidden = open.length - shown.length;
  const rest = hidden === 0 ? "" : `; ${hidden} more not shown here`;
  const commands = [...shown.map(annotation), command(last, {}, outcomeLine(report) + rest)];
  return commands.map((line) => `${line}\n`).join("");
}

/** GitHub drops what exceeds ten of a kind in a step; the outcome, which comes last, must be kept. */
function fits(last: Kind): (finding: ReportedFinding) => boolean {
  const room: Record<Kind, number> = {
    error: MAX_PER_KIND,
    warning: MAX_PER_KIND,
    notice: MAX_PER_KIND,
  };
  room[last] -= 1;
  return ({ priority }) => room[KIND[priority]]-- > 0;
}

function annotation(finding: ReportedFinding): string {
  const title = `P${finding.priority} ${visibleLine(finding.title)}`;
  const message = sanitizeForTerminal(finding.body).trim() || title;
  const kind = KIND[finding.priority];
  // GitHub hides an annotation on a file it does not know.
  if (isOutside(finding.file)) return command(kind, { title }, `${placeOf(finding)}: ${message}`);
  const lines = findingLines(finding);
  const region = lines && { line: String(lines.begin), endLine: String(lines.end) };
  return command(kind, { file: sanitizeForTerminal(finding.file), ...region, title }, message);
}

function command(kind: Kind, properties: Record<string, string>, message: string): string {
  const pairs = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${[kind, pairs.join(",")].join(" ").trimEnd()}::${data(message)}`;
}

const data = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const KIND_OF_OUTCOME = {
  pass: "notice",
  empty: "warning",
  fail: "error",
  error: "error",
} as const satisfies Record<ReviewReport["outcome"], Kind>;

const MAX_PER_KIND = 10;
const KIND = {
  0: "error",
  1: "error",
  2: "warning",
  3: "notice",
} as const satisfies Record<Priority, Kind>;
