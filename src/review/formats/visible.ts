import { sanitizeForTerminal } from "../../text/sanitize-for-terminal.js";

/** Text of a model on one line, however many it had. */
export const visibleLine = (text: string): string =>
  sanitizeForTerminal(text).replace(/\s+/g, " ").trim();
