import { stripVTControlCharacters } from "node:util";

/**
 * Text of a model for people: escape sequences go, and what could still steer a terminal or turn
 * the reading direction becomes a visible mark. It comes before any other escaping: a sequence
 * taken out later could join what that escaping kept apart.
 */
export const visible = (text: string): string =>
  stripVTControlCharacters(text).replace(/\r\n?/g, "\n").replace(STEERING, "\u{FFFD}");

/** The same on one line, however many it had. */
export const visibleLine = (text: string): string => visible(text).replace(/\s+/g, " ").trim();

// C0 and C1 controls but for tab and line feed, and the marks that reorder what is shown.
const STEERING = /[\0-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;
