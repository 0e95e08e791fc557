/**
 * How a line looks. `dim` holds for the whole line; the others mark its first word only, so that
 * the rest stays readable on any background.
 */
export type Style = "plain" | "dim" | "bold" | "good" | "bad" | "warn" | "info";

/** One line for people. Its text is cut to the terminal unless it is `whole`. */
export interface Line {
  text: string;
  style: Style;
  /** Facts behind the text, dimmed, never cut: how long, which status. */
  note?: string;
  whole?: true;
}

/** A text of any length as lines: a prefix before the first, the rest moved in below it. */
export function block(style: Style, prefix: string, text: string): Line[] {
  const [first = "", ...more] = text.trim().split("\n");
  const below = style === "dim" ? "dim" : "plain";
  return [
    { style, text: `${prefix}${bounded(first)}`, whole: true },
    ...more
      .filter((row) => row.trim() !== "")
      .map((row): Line => ({ style: below, text: `  ${bounded(row)}`, whole: true })),
  ];
}

/** The first so many lines, with a word about the others. */
export function shortened(lines: Line[], count: number): Line[] {
  const hidden = lines.length - count;
  // One line more costs no more room than the word about it.
  if (hidden <= 1) return lines;
  return [...lines.slice(0, count), { style: "dim", text: `  … ${hidden} more lines` }];
}

/** Facts in a row; what is not known or not worth a word is left out. */
export const facts = (...known: (string | false | null | undefined)[]): string =>
  known.filter((fact) => typeof fact === "string" && fact !== "").join(" · ");

/** A line, with a note only if there is something in it. */
export const line = (style: Style, text: string, note = ""): Line =>
  note === "" ? { style, text } : { style, text, note };

/** Whole lines may wrap, but a page of minified text helps nobody. */
const bounded = (row: string): string =>
  row.length <= LONGEST ? row : `${row.slice(0, LONGEST)}…`;
const LONGEST = 1000;
