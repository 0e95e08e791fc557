import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";
import type { Paint } from "./colour.js";
import type { Line } from "./line.js";
import { fit } from "./plain-text.js";
import stringWidth from "./text-width.js";

/** Renders a line for the terminal and sanitizes it; all progress output passes through here. */
export function renderLine(
  { text, style, note = "", whole }: Line,
  paint: Paint,
  columns: number,
): string {
  const plain = sanitizeForTerminal(text).replaceAll("\n", " ").replaceAll("\t", "  ");
  const facts = sanitizeForTerminal(note).replaceAll(/\s/g, " ");
  const room = facts === "" ? columns : columns - stringWidth(facts) - 2;
  const shown = whole ? plain : fit(plain, Math.max(room, MIN_TEXT_COLUMNS));
  return facts === "" ? paint(style, shown) : `${paint(style, shown)}  ${paint("dim", facts)}`;
}

const MIN_TEXT_COLUMNS = 12;
