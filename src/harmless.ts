import { stripVTControlCharacters } from "node:util";

/**
 * Text from a model or a command, made harmless: whole escape sequences go, and whatever could
 * still steer a terminal or turn the reading direction becomes a visible mark.
 */
export function harmless(text: string): string {
  if (PRINTABLE.test(text)) return text;
  // The second pass also catches what removing a sequence has just joined together.
  return stripVTControlCharacters(text).replace(/\r\n?/g, "\n").replace(STEERING, "\u{FFFD}");
}

const PRINTABLE = /^[ -~]*$/;
// C0 and C1 controls but for tab and line feed, and the marks that reorder what is shown.
const STEERING = /[\0-\u{8}\u{B}-\u{1F}\u{7F}-\u{9F}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;
