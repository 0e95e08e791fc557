import type { ReportedFinding, ReviewReport } from "../report.js";
import { byPriority } from "./by-priority.js";
import { coverageLines } from "./coverage-lines.js";
import { acceptance, notesOn } from "./notes.js";
import { outcomeLine } from "./outcome-line.js";
import { fenced, inline } from "./page-text.js";
import { placeOf } from "./place.js";

/**
 * Renders a pull request comment, short enough for GitHub. No text of the model is interpreted as
 * Markdown: single lines are in HTML blocks, the rest in fences.
 */
export function renderMarkdown(report: ReviewReport): string {
  const open = byPriority(report.findings.filter(({ accepted }) => accepted === null));
  const head = [
    `${MARKER}\n<h2>${inline(outcomeLine(report))}</h2>`,
    `<p>Reviewed: ${inline(report.target)}</p>`,
  ];
  const tail = [
    ...reviewerBlock(report),
    ...coverageLines(report.coverage).map((line) => `<p>${inline(line)}</p>`),
    ...acceptedBlock(report.findings),
  ];
  const room = MAX_CHARS.page - [...head, ...tail].join(GAP).length;
  return `${[...head, ...fill(open.map(findingBlock), room), ...tail].join(GAP)}\n`;
}

function findingBlock(finding: ReportedFinding): string {
  const notes = [finding.blocking ? "blocks" : "", notesOn(finding)].filter((note) => note !== "");
  const title = `${headline(finding)}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
  if (finding.body.trim() === "") return `<p>${title}</p>`;
  return folded(title, fenced(finding.body, MAX_CHARS.body));
}

function reviewerBlock({ correctness, explanation }: ReviewReport): string[] {
  const statement =
    correctness === null ? [] : [`<p>The reviewer says: ${inline(correctness)}</p>`];
  const why = (explanation ?? "").trim();
  return [...statement, ...(why === "" ? [] : [fenced(why, MAX_CHARS.body)])];
}

function acceptedBlock(findings: readonly ReportedFinding[]): string[] {
  const items = byPriority(findings).flatMap((finding) =>
    finding.accepted === null
      ? []
      : [`<li>${headline(finding)} (${inline(acceptance(finding.accepted))})</li>`],
  );
  if (items.length === 0) return [];
  const list = ["<ul>", ...fill(items, MAX_CHARS.accepted), "</ul>"].join("\n");
  return [folded(`${items.length} accepted`, list)];
}

const headline = (finding: ReportedFinding): string =>
  `<b>P${finding.priority}</b> ${inline(finding.title)} <code>${inline(placeOf(finding))}</code>`;

const folded = (title: string, content: string): string =>
  `<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>`;

/** Keeps the first blocks that fit, and notes how many do not. */
function fill(blocks: string[], room: number): string[] {
  let left = room - MAX_CHARS.note;
  const end = blocks.findIndex((block) => (left -= block.length + GAP.length) < 0);
  if (end === -1) return blocks;
  return [...blocks.slice(0, end), `<p>${blocks.length - end} more do not fit here.</p>`];
}

/** Lets a bot find its own comment again. */
const MARKER = "<!-- turnpipe-review -->";
const GAP = "\n\n";
/** Characters. GitHub rejects a comment of more than 65,536. */
const MAX_CHARS = { page: 65_000, accepted: 10_000, body: 6000, note: 100 };
