import { withoutLogCommands } from "../../text/log-commands.js";
import { sanitizeForTerminal } from "../../text/sanitize-for-terminal.js";
import { longestRun } from "../../text/longest-run.js";
import { visibleLine } from "./visible.js";

/**
 * Text of a model on one line of an HTML block, where Markdown has no say. Mentions, issue numbers
 * and addresses are found in the finished page, whatever the escaping: only a break stops those.
 */
export const inline = (text: string): string =>
  withoutLogCommands(cut(visibleLine(text), LONGEST_LINE))
    .replace(/[@#](?=\w)|:(?=\/\/)/g, "$&\u{200B}")
    .replace(/[&<>"]/g, (sign) => ENTITY[sign] ?? sign);

/** Text of a model in a fence that none of its own backticks can close; long rows are broken. */
export function fenced(text: string, longest: number): string {
  const rows = cut(sanitizeForTerminal(text).trim(), longest).split("\n").map(wrapped);
  const inside = withoutLogCommands(rows.join("\n"));
  // Counted last: what was taken out of the text may have joined two runs.
  const fence = "`".repeat(Math.max(longestRun(inside, "`"), 2) + 1);
  return [`${fence}text`, inside, fence].join("\n");
}

/** Broken at blanks only: a long word is most likely a path or a line of code. */
const wrapped = (row: string): string =>
  row.length <= WIDTH ? row : row.replace(TO_THE_MARGIN, "$1\n").trimEnd();

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // A pair cut in half would leave a sign that no page can show.
  return `${text.slice(0, longest).replace(/\p{Surrogate}$/u, "")}… (shortened)`;
}

const LONGEST_LINE = 400;
const WIDTH = 96;
const TO_THE_MARGIN = new RegExp(`(.{1,${WIDTH}})(?:\\s+|$)`, "g");
const ENTITY: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
