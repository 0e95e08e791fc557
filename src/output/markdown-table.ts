import type { Paint } from "./colour.js";
import { inlineWords } from "./markdown-inline.js";
import stringWidth from "./text-width.js";

/** Whether a complete line is a row of a table. */
export const isTableRow = (line: string): boolean => /^ {0,3}\|/.test(line);

/** The longest table that is held back to be aligned. */
export const MAX_TABLE_ROWS = 200;

/** Aligns the rows of a table; one that has no heading, or is wider than the terminal, stays as written. */
export function tableLines(rows: readonly string[], columns: number, paint: Paint): string[] {
  const [head, rule, ...body] = rows;
  if (head === undefined || rule === undefined || !/^[\s|:-]+$/.test(rule)) return [...rows];
  const cells = [head, ...body].map((row) => cellsOf(row, paint));
  const count = Math.max(...cells.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(...cells.map((row) => stringWidth(row[at] ?? ""))),
  );
  const total = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  if (total > columns) return [...rows];
  const aligned = cells.map((row) =>
    widths
      .map((width, at) => padded(row[at] ?? "", width))
      .join(GAP)
      .trimEnd(),
  );
  const [first = "", ...others] = aligned;
  return [first, paint("dim", widths.map((width) => "─".repeat(width)).join(GAP)), ...others];
}

const GAP = "  ";

const padded = (text: string, width: number): string =>
  text + " ".repeat(width - stringWidth(text));

/** Splits a row into its cells, rendered. */
function cellsOf(row: string, paint: Paint): string[] {
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split("|").map((cell) => {
    const { words } = inlineWords(cell.trim(), true, paint);
    return words.map(({ text }) => text).join(" ");
  });
}
