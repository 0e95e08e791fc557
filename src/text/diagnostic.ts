import { visibleName } from "./visible-name.js";
import { withoutControls } from "./sanitize-for-terminal.js";

/**
 * Prepares a message that may quote a server, a path or a config file for stderr: removes control
 * sequences, makes hidden characters visible and limits its length. Lines after the first are indented,
 * so that a quoted line break cannot start a line that looks like one of turnpipe's.
 */
export const diagnostic = (text: string): string =>
  diagnosticLines(text)
    .map((row, at) => (at === 0 || row.startsWith("  ") ? row : `  ${row}`))
    .join("\n");

/** The same as lines, not indented. */
export function diagnosticLines(text: string): string[] {
  // Truncated first: it may be megabytes.
  const cut = text.slice(0, MAX_CHARACTERS);
  const rows = withoutControls(cut).trimEnd().split("\n");
  const shown = rows.slice(0, MAX_LINES).map(shortenRow);
  const omitted = [
    ...(rows.length > MAX_LINES ? [`${String(rows.length - MAX_LINES)} more lines`] : []),
    ...(text.length > cut.length ? [`${String(text.length - cut.length)} more characters`] : []),
  ];
  return omitted.length === 0 ? shown : [...shown, `… ${omitted.join(" and ")}`];
}

function shortenRow(row: string): string {
  const text = visibleName(row.replaceAll("\t", "  ").slice(0, MAX_LINE_LENGTH));
  const omitted = row.length - MAX_LINE_LENGTH;
  return omitted <= 0 ? text : `${text}… (${String(omitted)} more characters)`;
}

const MAX_CHARACTERS = 32_768;
const MAX_LINES = 40;
const MAX_LINE_LENGTH = 1000;
