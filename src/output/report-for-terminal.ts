import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";
import type { Paint } from "./colour.js";
import type { Style } from "./line.js";
import wrapText from "./text-wrap.js";

/** Formats the text of a review for a terminal: rows are broken at spaces, and outcome and priorities are coloured. */
export const reportForTerminal = (text: string, columns: number, paint: Paint): string =>
  sanitizeForTerminal(text)
    .split("\n")
    .map((row) => indented(row, columns, paint))
    .join("\n");

/** Breaks a row; what follows is indented as far as its beginning. */
function indented(row: string, columns: number, paint: Paint): string {
  const [indent = ""] = /^ {0,20}/.exec(row) ?? [];
  const rows = wrapText(row.slice(indent.length), columns - indent.length).split("\n");
  return rows.map((each, at) => indent + (at === 0 ? paint(styleOf(row), each) : each)).join("\n");
}

/** Only our own words begin a row: text of the reviewer is indented. */
const styleOf = (row: string): Style =>
  STYLES.find(([beginning]) => beginning.test(row))?.[1] ?? "plain";

const STYLES: readonly (readonly [RegExp, Style])[] = [
  [/^(?:fail|could not review):|^P[01] /, "bad"],
  [/^P[23] /, "warn"],
  [/^pass:/, "good"],
];
