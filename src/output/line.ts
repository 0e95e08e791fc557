import { shorten } from "../text/shorten.js";

/**
 * The style of a line. Most mark its first word only, so that the rest stays readable on any background; those of
 * the second row hold for the whole text, `diffstat` for both of its numbers.
 */
export type Style =
  | ("plain" | "bold" | "good" | "bad" | "warn" | "info")
  | ("dim" | "strong" | "code" | "added" | "removed" | "diffstat");

/** One line for people. Its text is cut to the terminal unless it is `whole`. */
export interface Line {
  text: string;
  style: Style;
  /** Shown after the text, dimmed, never cut: duration, exit status. */
  note?: string;
  whole?: true;
}

/** Splits a text into lines: a prefix before the first, the rest indented below it. */
export function block(style: Style, prefix: string, text: string): Line[] {
  const [first = "", ...more] = text.trim().split("\n");
  const below = style === "dim" ? "dim" : "plain";
  return [
    { style, text: `${prefix}${shorten(first, MAX_LENGTH)}`, whole: true },
    ...more
      .filter((row) => row.trim() !== "")
      .map((row): Line => ({ style: below, text: `  ${shorten(row, MAX_LENGTH)}`, whole: true })),
  ];
}

/** Keeps the first `count` lines, and notes how many are left out. */
export function shortenedLines(lines: Line[], count: number): Line[] {
  const hidden = lines.length - count;
  // One more line takes no more room than the note about it.
  if (hidden <= 1) return lines;
  return [...lines.slice(0, count), { style: "dim", text: `  … ${hidden} more lines` }];
}

/** Joins facts; empty ones are left out. */
export const facts = (...known: (string | false | null | undefined)[]): string =>
  known.filter((fact) => typeof fact === "string" && fact !== "").join(" · ");

/** Creates a line, with a note unless it is empty. */
export const line = (style: Style, text: string, note = ""): Line =>
  note === "" ? { style, text } : { style, text, note };

/** Limits lines that may wrap: minified text would fill a page. */
const MAX_LENGTH = 1000;
