import { visibleName } from "../text/visible-name.js";

/** Formats untrusted texts as prefixed rows that fit the terminal, with hidden characters made visible. */
export function prefixedRows(texts: readonly string[], columns: number): string[] {
  const width = Math.max(columns - PREFIX.length - 1, NARROWEST);
  return texts
    .flatMap((text) => visibleLines(truncated(text)))
    .flatMap((line) => wrapped(line, width))
    .map((row) => `${PREFIX}${row}`);
}

/** Keeps the first and last rows, with the number of omitted ones between them. */
export function shortenedRows(
  rows: readonly string[],
  { first, last }: { first: number; last: number },
): { rows: string[]; cut: boolean } {
  const omitted = rows.length - first - last;
  if (omitted <= 0) return { rows: [...rows], cut: false };
  const note = `${PREFIX}… ${String(omitted)} more rows, not shown …`;
  return { rows: [...rows.slice(0, first), note, ...rows.slice(-last)], cut: true };
}

const PREFIX = "│ ";
const NARROWEST = 10;

/** Truncates a text of megabytes before it is split into rows. */
const truncated = (text: string): string =>
  text.length <= FIRST_CHARACTERS + LAST_CHARACTERS
    ? text
    : `${text.slice(0, FIRST_CHARACTERS)}\n… ${String(text.length - FIRST_CHARACTERS - LAST_CHARACTERS)} characters left out …\n${text.slice(-LAST_CHARACTERS)}`;

const FIRST_CHARACTERS = 200_000;
const LAST_CHARACTERS = 50_000;

/** Splits at line breaks and marks each with ⏎, which wrapped rows do not have. */
function visibleLines(text: string): string[] {
  const lines = text.replace(/\r?\n$/, "").split("\n");
  return lines.map((line, at) => visibleName(line) + (at < lines.length - 1 ? "⏎" : ""));
}

/**
 * Wraps a line before the terminal would, since a row wrapped by the terminal has no prefix. How wide a
 * character is drawn depends on the terminal; none outside ASCII takes more than two columns.
 */
function wrapped(line: string, width: number): string[] {
  if (line.length * 2 <= width) return [line];
  const rows: string[] = [];
  let row = "";
  let room = width;
  for (const character of line) {
    const size = character >= " " && character <= "~" ? 1 : 2;
    if (size > room) {
      rows.push(row);
      row = "";
      room = width;
    }
    row += character;
    room -= size;
  }
  return [...rows, row];
}
