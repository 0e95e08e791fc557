import stringWidth from "./text-width.js";

/**
 * Breaks a text at spaces into rows no wider than `width`; colours survive a break. A word that is wider has a row of
 * its own, and is cut only if `hard` is set, as yargs does.
 */
export default function wrapText(text: string, width: number, { hard = false } = {}): string {
  const columns = Math.max(1, Math.floor(width));
  const rows = text.split(/\r?\n/).flatMap((line) => rowsOf(line, columns, hard));
  return carryStyles(rows).join("\n");
}

const STYLE = /\u{1B}\[([\d;]*)m/gu;
const STYLE_OR_LINK = /(\u{1B}\[[\d;]*m|\u{1B}\]8;;[^\u{7}\u{1B}]*(?:\u{7}|\u{1B}\\))/u;
const CLOSES_ALL = /^0?$/;
const CLOSES_ONE = /^(?:2[2-9]|39|49|5[459])$/;
const RESET = "\u{1B}[0m";

/** A row or a piece of one, with its width, so that it is measured only once. */
interface Row {
  text: string;
  used: number;
}

/** Fills rows word by word; no row starts or ends with a space. */
function rowsOf(line: string, columns: number, hard: boolean): string[] {
  const rows: Row[] = [];
  let row: Row = { text: "", used: 0 };
  for (const text of line.split(" ")) {
    const word = { text, used: stringWidth(text) };
    const free = Math.max(row.used === 0 ? columns : columns - row.used - 1, 0);
    const here =
      word.used <= free || (hard ? cutsNoMore(word.used, free, columns) : row.used === 0);
    const pieces = hard ? chop(word, here ? free : columns, columns) : [word];
    for (const [at, piece] of pieces.entries()) {
      const continuesRow = here && at === 0;
      if (!continuesRow) rows.push(row);
      row = continuesRow ? joined(row, piece) : piece;
    }
  }
  return [...rows, row].map((filled) => filled.text.trimEnd());
}

function joined(row: Row, piece: Row): Row {
  const gap = row.used === 0 ? "" : " ";
  return { text: `${row.text}${gap}${piece.text}`, used: row.used + gap.length + piece.used };
}

/** Whether a word that does not fit is cut as often if it begins on the current row as on a new one. */
const cutsNoMore = (length: number, free: number, columns: number): boolean =>
  length > columns && cuts(length, free, columns) <= cuts(length, columns, columns);

const cuts = (length: number, first: number, columns: number) =>
  Math.ceil((length - first) / columns);

/** Cuts a word that is too long into pieces; style codes take no room and stay whole. */
function chop(word: Row, first: number, columns: number): Row[] {
  if (word.used <= first) return [word];
  const pieces: Row[] = [];
  let piece: Row = { text: "", used: 0 };
  let room = first;
  for (const part of partsOf(word.text)) {
    const size = stringWidth(part);
    if (size > room && room !== columns) {
      pieces.push(piece);
      piece = { text: "", used: 0 };
      room = columns;
    }
    piece = { text: piece.text + part, used: piece.used + size };
    room -= size;
  }
  return [...pieces, piece];
}

/** Splits into style codes and graphemes. */
function partsOf(word: string): string[] {
  return word
    .split(STYLE_OR_LINK)
    .flatMap((text, index) => (index % 2 === 1 ? [text] : charactersOf(text)));
}

// The first segmenter of a process takes 20 ms to make; plain text does without.
function charactersOf(text: string): string[] {
  if (/^[ -~]*$/.test(text)) return text.split("");
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

/**
 * Closes open styles at the end of each row and opens them again on the next. Number and length are
 * limited, because all open styles are repeated in every row.
 */
function carryStyles(rows: string[]): string[] {
  let open: string[] = [];
  return rows.map((row) => {
    const reopened = open.join("");
    for (const [code, value = ""] of row.matchAll(STYLE)) {
      if (CLOSES_ALL.test(value)) open = [];
      else if (CLOSES_ONE.test(value)) open = open.slice(0, -1);
      else if (code.length <= MAX_STYLE_LENGTH) open = [...open.slice(1 - MAX_OPEN), code];
    }
    return `${reopened}${row}${open.length > 0 ? RESET : ""}`;
  });
}

const MAX_OPEN = 8;
const MAX_STYLE_LENGTH = 32;
