import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";
import { visibleName } from "../text/visible-name.js";
import stringWidth from "./text-width.js";

/** Joins a text to one line; a very long one is cut, with an ellipsis. */
export function oneLine(text: string): string {
  const line = sanitizeForTerminal(text.slice(0, MAX_LINE_LENGTH)).replace(/\s+/g, " ").trim();
  return text.length > MAX_LINE_LENGTH ? `${line}…` : line;
}

/** A name or a command on one line, with invisible characters made visible; a very long one is cut. */
export function nameLine(name: string): string {
  const line = visibleName(name.slice(0, MAX_LINE_LENGTH));
  return name.length > MAX_LINE_LENGTH ? `${line}…` : line;
}

/** Joins a text to one line without cutting it, for programs. */
export const wholeLine = (text: string): string =>
  sanitizeForTerminal(text).replace(/\s+/g, " ").trim();

/** The first line that is not blank. */
export const firstLine = (text: string): string => oneLine(text.trimStart().split("\n")[0] ?? "");

/** The last `count` lines that are not blank, with their indentation. */
export function lastLines(text: string, count: number): string[] {
  // Sliced first: a build may print megabytes.
  const rows = sanitizeForTerminal(text.slice(-count * MAX_LINE_LENGTH)).split("\n");
  return rows.filter((row) => row.trim() !== "").slice(-count);
}

/** Cuts a text to a number of columns, with an ellipsis. */
export function fit(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = "";
  let room = columns - 1;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    room -= stringWidth(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The width of a terminal; `otherwise` if the stream is not one or does not know. */
export function columnsOf(stream: { columns?: number | undefined }, otherwise = 120): number {
  const { columns = 0 } = stream;
  return columns > 0 ? Math.max(columns, MIN_COLUMNS) : otherwise;
}

const MAX_LINE_LENGTH = 2000;
const MIN_COLUMNS = 20;
