import stringWidth from "./text-width.js";

/** Breaks a text into rows no wider than `width`, at spaces where it can; colours survive a break. */
export default function wrapText(text: string, width: number): string {
  const columns = Math.max(1, Math.floor(width));
  const rows = text.split(/\r?\n/).flatMap((line) => rowsOf(line, columns));
  return carryStyles(rows).join("\n");
}

const STYLE = /\u{1B}\[([\d;]*)m/gu;
const STYLE_OR_LINK = /(\u{1B}\[[\d;]*m|\u{1B}\]8;;[^\u{7}\u{1B}]*(?:\u{7}|\u{1B}\\))/u;
const CLOSES_ALL = /^0?$/;
const CLOSES_ONE = /^(?:2[2-9]|39|49|5[459])$/;
const RESET = "\u{1B}[0m";

/** Fills rows word by word; no row starts or ends with a space. */
function rowsOf(line: string, columns: number): string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of line.split(" ")) {
    const used = stringWidth(row);
    const free = used === 0 ? columns : columns - used - 1;
    const here = startsHere(stringWidth(word), free, columns);
    const [head = "", ...more] = chop(word, here ? free : columns, columns);
    if (here) rows.push(`${row}${used === 0 ? "" : " "}${head}`, ...more);
    else rows.push(row, head, ...more);
    row = rows.pop() ?? "";
  }
  return [...rows, row].map((filled) => filled.trimEnd());
}

/** A word begins on the current row if it fits, or if a fresh row would not save it a cut. */
function startsHere(length: number, free: number, columns: number): boolean {
  if (length <= columns) return length <= free || length === 0;
  return cuts(length, free, columns) <= cuts(length, columns, columns);
}

const cuts = (length: number, first: number, columns: number) =>
  Math.ceil((length - first) / columns);

/** Cuts a word that is too long into pieces; style codes take no room and stay whole. */
function chop(word: string, first: number, columns: number): string[] {
  if (stringWidth(word) <= first) return [word];
  const pieces: string[] = [];
  let piece = "";
  let room = first;
  for (const part of partsOf(word)) {
    const size = stringWidth(part);
    if (size > room && room !== columns) {
      pieces.push(piece);
      piece = "";
      room = columns;
    }
    piece += part;
    room -= size;
  }
  return [...pieces, piece];
}

/** Style codes and visible characters, an emoji sequence or accented letter being one. */
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

/** Closes open styles at the end of each row and opens them again on the next. */
function carryStyles(rows: string[]): string[] {
  let open: string[] = [];
  return rows.map((row) => {
    const reopened = open.join("");
    for (const [code, value = ""] of row.matchAll(STYLE)) {
      if (CLOSES_ALL.test(value)) open = [];
      else if (CLOSES_ONE.test(value)) open = open.slice(0, -1);
      else open = [...open, code];
    }
    return `${reopened}${row}${open.length > 0 ? RESET : ""}`;
  });
}
