import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";
import type { Paint } from "./colour.js";
import type { Line } from "./line.js";
import { fit } from "./plain-text.js";
import stringWidth from "./text-width.js";
import wrapText from "./text-wrap.js";

/**
 * Renders a line for the terminal and sanitizes it; all progress output passes through here. With `wraps`, a
 * whole line that is too long is broken at its spaces, and indented from its second row on.
 */
export function renderLine(
  { text, style, note = "", whole }: Line,
  paint: Paint,
  columns: number,
  wraps = false,
): string {
  const plain = sanitizeForTerminal(text).replaceAll("\n", " ").replaceAll("\t", "  ");
  const facts = sanitizeForTerminal(note).replaceAll(/\s/g, " ");
  const room = facts === "" ? columns : columns - stringWidth(facts) - 2;
  const shown = whole ? plain : fit(plain, Math.max(room, MIN_TEXT_COLUMNS));
  const row = facts === "" ? paint(style, shown) : `${paint(style, shown)}  ${paint("dim", facts)}`;
  return wraps && stringWidth(row) > columns ? wrapped(row, plain, columns) : row;
}

const MIN_TEXT_COLUMNS = 12;

function wrapped(row: string, plain: string, columns: number): string {
  const [indent = ""] = /^ {0,8}/.exec(plain) ?? [];
  const rows = wrapText(row, columns - indent.length - HANGING.length).split("\n");
  return rows.map((each, at) => `${indent}${at === 0 ? "" : HANGING}${each}`).join("\n");
}

const HANGING = "  ";
