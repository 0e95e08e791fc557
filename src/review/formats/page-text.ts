import { withoutLogCommands } from "../../text/log-commands.js";
import { sanitizeForTerminal } from "../../text/sanitize-for-terminal.js";
import { longestRun } from "../../text/longest-run.js";
import { visibleLine } from "./visible.js";

/**
 * Renders text of a model on one line of an HTML block, where Markdown does not apply. GitHub links
 * mentions, issue numbers and URLs in the finished page despite escaping: only a zero-width space
 * stops it.
 */
export const inline = (text: string): string =>
  withoutLogCommands(cut(visibleLine(text), MAX_LINE))
    .replace(/[@#](?=\w)|:(?=\/\/)/g, "$&\u{200B}")
    .replace(/[&<>"]/g, (sign) => ENTITY[sign] ?? sign);

/** Renders text of a model in a fence that its own backticks cannot close; long rows are wrapped. */
export function fenced(text: string, maxLength: number): string {
  const rows = cut(sanitizeForTerminal(text).trim(), maxLength).split("\n").map(wrapped);
  const inside = withoutLogCommands(rows.join("\n"));
  // Counted last: removing characters may have joined two runs of backticks.
  const fence = "`".repeat(Math.max(longestRun(inside, "`"), 2) + 1);
  return [`${fence}text`, inside, fence].join("\n");
}

/** Wraps at blanks only: a long word is most likely a path or a line of code. */
const wrapped = (row: string): string =>
  row.length <= WIDTH ? row : row.replace(UP_TO_WIDTH, "$1\n").trimEnd();

function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Half a surrogate pair cannot be displayed.
  return `${text.slice(0, maxLength).replace(/\p{Surrogate}$/u, "")}… (shortened)`;
}

const MAX_LINE = 400;
const WIDTH = 96;
const UP_TO_WIDTH = new RegExp(`(.{1,${WIDTH}})(?:\\s+|$)`, "g");
const ENTITY: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
