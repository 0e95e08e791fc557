import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";
import { visibleName } from "../text/visible-name.js";
import stringWidth from "./text-width.js";

/** The text on one line, however many it had; of a very long one the beginning, and a mark. */
export function oneLine(text: string): string {
  const line = sanitizeForTerminal(text.slice(0, MORE_THAN_A_LINE)).replace(/\s+/g, " ").trim();
  return text.length > MORE_THAN_A_LINE ? `${line}…` : line;
}

/** A name or a command on one line, with nothing hidden in it; of a very long one the beginning. */
export function nameLine(name: string): string {
  const line = visibleName(name.slice(0, MORE_THAN_A_LINE));
  return name.length > MORE_THAN_A_LINE ? `${line}…` : line;
}

/** A text on one line without an end: for programs, which cut as they like. */
export const wholeLine = (text: string): string =>
  sanitizeForTerminal(text).replace(/\s+/g, " ").trim();

/** The first line that says something. */
export const firstLine = (text: string): string => oneLine(text.trimStart().split("\n")[0] ?? "");

/** The last few lines that say something, as they are indented. */
export function lastLines(text: string, count: number): string[] {
  // Sliced first: a build may print megabytes.
  const rows = sanitizeForTerminal(text.slice(-count * MORE_THAN_A_LINE)).split("\n");
  return rows.filter((row) => row.trim() !== "").slice(-count);
}

/** The text cut to so many columns, the cut being shown. */
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

/** How wide a terminal is; what is not one, or does not know, counts as `otherwise`. */
export function columnsOf(stream: { columns?: number | undefined }, otherwise = 120): number {
  const { columns = 0 } = stream;
  return columns > 0 ? Math.max(columns, NARROWEST) : otherwise;
}

const MORE_THAN_A_LINE = 2000;
const NARROWEST = 20;
