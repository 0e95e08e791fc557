import type { Paint } from "./colour.js";
import { fit, oneLine, wholeLine } from "./plain-text.js";
import stringWidth from "./text-width.js";

export interface Column {
  head: string;
  /** Width in columns; `rest` shares what the others leave. */
  width: number | "rest";
  /** Which end of a text that is too long is kept; for a path, its end. */
  keep?: "end";
  /** Left out if there is not enough room. */
  optional?: true;
}

/** Renders rows, aligned for people or separated by tabs for programs. */
export interface Table {
  /** The names of the columns; programs get none. */
  head(): string | undefined;
  row(cells: readonly string[]): string;
}

interface TableStyle {
  /** The terminal's width; undefined where there is no terminal. */
  columns: number | undefined;
  paint: Paint;
}

/** Creates a table: fitted to the terminal, or without one, uncut cells separated by tabs. */
export function createTable(
  columns: readonly Column[],
  { columns: width, paint }: TableStyle,
): Table {
  if (width === undefined) {
    return { head: () => undefined, row: (cells) => cells.map(wholeLine).join("\t") };
  }
  const cramped = shareOf(columns, width) < MIN_REST_COLUMNS;
  const shown = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ optional }) => !(cramped && optional === true));
  const widths = widthsOf(shown, width);
  const layOut = (texts: readonly Text[]): string => {
    const laid = texts.map(({ text, keep }, at) => cell(text, widths[at] ?? 0, keep));
    return fit(laid.join(GAP).trimEnd(), width);
  };
  return {
    head: () => paint("dim", layOut(shown.map(({ head }) => ({ text: head })))),
    row: (cells) => layOut(shown.map(({ keep, at }) => ({ text: cells[at] ?? "", keep }))),
  };
}

interface Text {
  text: string;
  keep?: Column["keep"] | undefined;
}

/** The width a column needs for its content. */
export const widest = (head: string, texts: readonly string[]): number =>
  [head, ...texts].reduce((most, text) => Math.max(most, stringWidth(oneLine(text))), 0);

const GAP = "  ";
const MIN_REST_COLUMNS = 8;

function widthsOf(columns: readonly Column[], width: number): number[] {
  const share = Math.max(shareOf(columns, width), MIN_REST_COLUMNS);
  return columns.map((column) => (column.width === "rest" ? share : column.width));
}

/** The width of each `rest` column. */
function shareOf(columns: readonly Column[], width: number): number {
  const fixed = columns.flatMap((column) => (column.width === "rest" ? [] : [column.width]));
  const gaps = GAP.length * (columns.length - 1);
  const left = width - gaps - fixed.reduce((sum, each) => sum + each, 0);
  return Math.floor(left / Math.max(columns.length - fixed.length, 1));
}

function cell(text: string, width: number, keep: Column["keep"]): string {
  const plain = oneLine(text);
  const shown = keep === "end" ? fitEnd(plain, width) : fit(plain, width);
  return shown + " ".repeat(Math.max(width - stringWidth(shown), 0));
}

/** Cuts a text at its beginning. */
function fitEnd(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  const segments = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let room = columns - 1;
  const cut = segments.findLastIndex((segment) => (room -= stringWidth(segment)) < 0);
  return `…${segments.slice(cut + 1).join("")}`;
}
