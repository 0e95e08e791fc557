import { sanitizeForTerminal } from "../../text/sanitize-for-terminal.js";

/** Sanitizes text of a model and joins it to one line. */
export const visibleLine = (text: string): string =>
  sanitizeForTerminal(text).replace(/\s+/g, " ").trim();
