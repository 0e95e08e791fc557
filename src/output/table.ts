import type { Paint } from "./colour.js";
import { fit, oneLine, wholeLine } from "./plain-text.js";
import stringWidth from "./text-width.js";

export interface Column {
  head: string;
  /** How wide it is; `rest` shares what the others leave. */
  width: number | "rest";
  /** Which end of a text that is too long stays; a path says most at its end. */
  keep?: "end";
  /** Left out where there is no room for it. */
  optional?: true;
}

/** Rows of the same make, for people or, separated by tabs, for programs. */
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

/** Fits to the terminal, cutting what is too long; elsewhere tabs separate whole cells. */
export function createTable(
  columns: readonly Column[],
  { columns: width, paint }: TableStyle,
): Table {
  if (width === undefined) {
    return { head: () => undefined, row: (cells) => cells.map(wholeLine).join("\t") };
  }
  const cramped = shareOf(columns, width) < NARROWEST_REST;
  const shown = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ optional }) => !(cramped && optional === true));
  const widths = widthsOf(shown, width);
  const lay = (texts: readonly Text[]): string => {
    const laid = texts.map(({ text, keep }, at) => cell(text, widths[at] ?? 0, keep));
    return fit(laid.join(GAP).trimEnd(), width);
  };
  return {
    head: () => paint("dim", lay(shown.map(({ head }) => ({ text: head })))),
    row: (cells) => lay(shown.map(({ keep, at }) => ({ text: cells[at] ?? "", keep }))),
  };
}

interface Text {
  text: string;
  keep?: Column["keep"] | undefined;
}

/** The width a column needs for what is in it. */
export const widest = (head: string, texts: readonly string[]): number =>
  [head, ...texts].reduce((most, text) => Math.max(most, stringWidth(oneLine(text))), 0);

const GAP = "  ";
const NARROWEST_REST = 8;

function widthsOf(columns: readonly Column[], width: number): number[] {
  const share = Math.max(shareOf(columns, width), NARROWEST_REST);
  return columns.map((column) => (column.width === "rest" ? share : column.width));
}

/** What each column without a width of its own would get. */
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

/** The text cut at its beginning. */
function fitEnd(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  const segments = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let room = columns - 1;
  const cut = segments.findLastIndex((segment) => (room -= stringWidth(segment)) < 0);
  return `…${segments.slice(cut + 1).join("")}`;
}
