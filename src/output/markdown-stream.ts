import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";
import type { Paint } from "./colour.js";
import type { LineStart } from "./markdown-blocks.js";
import { isFence, isRule, lineStart, plainStart } from "./markdown-blocks.js";
import type { InlineWords, PrintedWord } from "./markdown-inline.js";
import { inlineWords, plainWords } from "./markdown-inline.js";
import { isTableRow, MAX_TABLE_ROWS, tableLines } from "./markdown-table.js";

export interface MarkdownStyle {
  /** The terminal's width, asked for at each word: a window may change its size. */
  columns: () => number;
  paint: Paint;
  /** Whether Markdown is rendered; if not, the text is only wrapped. */
  renders: boolean;
}

/**
 * Renders Markdown for a terminal while it arrives: each word is printed as soon as it cannot change any more, and
 * no word is broken at the end of a row. Only what is common in answers is rendered; everything else stays
 * as written. Control sequences of the text are removed first.
 */
export class MarkdownStream {
  readonly #style: MarkdownStyle;
  /** What may be the beginning of a control sequence, or of a character. */
  #unsanitized = "";
  /** The source of the current line that is not printed yet. */
  #source = "";
  #start: LineStart | undefined;
  #used = 0;
  #isRowOpen = false;
  /** Whether the line is one that is printed when it is complete, such as a row of a table. */
  #isHeld = false;
  /** Whether the next word continues the last one, part of which is printed already. */
  #isWordOpen = false;
  #isBlank = false;
  #hasText = false;
  #inCode = false;
  #table: string[] = [];

  constructor(style: MarkdownStyle) {
    this.#style = style;
  }

  /** Takes the next piece of text; returns what to print. */
  push(text: string): string {
    const raw = this.#unsanitized + text;
    const held = INCOMPLETE.exec(raw)?.index ?? raw.length;
    this.#unsanitized = raw.slice(held);
    return this.#take(raw.slice(0, held));
  }

  /** Ends the text; returns what is left to print, up to the end of the row. */
  end(): string {
    const rest = this.#take(this.#unsanitized);
    this.#unsanitized = "";
    const isAtStart = this.#source === "" && !this.#isRowOpen;
    const line = isAtStart ? "" : this.#endLine();
    return `${rest}${line}${this.#endTable()}`;
  }

  /** Ends the row, if one has begun, so that something else can be printed; the text goes on below it. */
  breakRow(): string {
    if (!this.#isRowOpen) return "";
    this.#isRowOpen = false;
    this.#used = 0;
    return "\n";
  }

  #take(raw: string): string {
    const lines = sanitizeForTerminal(raw).replaceAll("\t", "    ").split("\n");
    let out = "";
    for (const [at, line] of lines.entries()) {
      if (at > 0) out += this.#endLine();
      this.#source += line;
    }
    return out + this.#beginLine();
  }

  /** Prints the part of an incomplete line that cannot change any more. */
  #beginLine(): string {
    const isLongLine = this.#source.length > MAX_LINE;
    if (this.#inCode) return isLongLine ? this.#takeSource() : "";
    if (this.#source === "" || (this.#isHeld && !isLongLine)) return "";
    const begun = this.#start === undefined ? this.#printStart(isLongLine) : "";
    this.#isHeld = this.#start === undefined && this.#source.length > MAX_MARK;
    if (this.#start === undefined) return "";
    const isTooLong = this.#source.length > MAX_HELD;
    const endsWord = this.#source.endsWith(" ");
    const { words, rest } = this.#words(isTooLong);
    this.#source = rest;
    const out = begun + this.#place(words);
    if (isTooLong) this.#isWordOpen = !endsWord;
    return out;
  }

  #endLine(): string {
    if (this.#start === undefined) {
      if (!this.#inCode && this.#source.trim() === "") {
        this.#source = "";
        this.#isBlank = true;
        return this.#endTable();
      }
      const block = this.#blockLine(this.#source);
      if (block !== undefined) {
        this.#source = "";
        this.#isHeld = false;
        return block;
      }
    }
    const begun = this.#start === undefined ? this.#printStart(true) : "";
    const out = `${begun}${this.#place(this.#words(true).words)}\n`;
    this.#source = "";
    this.#start = undefined;
    this.#used = 0;
    this.#isRowOpen = false;
    this.#isWordOpen = false;
    this.#isHeld = false;
    return out;
  }

  #words(isComplete: boolean): InlineWords {
    if (this.#source.startsWith(" ")) this.#isWordOpen = false;
    const { renders, paint } = this.#style;
    return renders
      ? inlineWords(this.#source, isComplete, paint)
      : plainWords(this.#source, isComplete);
  }

  #takeSource(): string {
    const source = this.#source;
    this.#source = "";
    return source;
  }

  /** A line that is no text: code, a rule, a row of a table. */
  #blockLine(line: string): string | undefined {
    const { renders, paint } = this.#style;
    if (isFence(line, this.#inCode)) {
      this.#inCode = !this.#inCode;
      return `${this.#endTable()}${this.#gap()}${paint("dim", line)}\n`;
    }
    if (this.#inCode) return `${line}\n`;
    if (!renders) return undefined;
    if (isRule(line)) return `${this.#endTable()}${this.#gap()}${paint("dim", line)}\n`;
    if (!isTableRow(line)) return undefined;
    const gap = this.#gap();
    this.#table.push(line);
    return this.#table.length < MAX_TABLE_ROWS ? gap : this.#endTable();
  }

  #endTable(): string {
    if (this.#table.length === 0) return "";
    const lines = tableLines(this.#table, this.#style.columns(), this.#style.paint);
    this.#table = [];
    return lines.map((line) => `${line}\n`).join("");
  }

  #printStart(isComplete: boolean): string {
    const read = this.#style.renders ? lineStart : plainStart;
    this.#start = read(this.#source, isComplete);
    if (this.#start === undefined) return "";
    const table = this.#endTable();
    this.#source = this.#source.slice(this.#start.length);
    return table + this.#gap() + this.#openRow(this.#start.prefix);
  }

  /** The blank line between two paragraphs; none before the first. */
  #gap(): string {
    const gap = this.#isBlank && this.#hasText ? "\n" : "";
    this.#isBlank = false;
    this.#hasText = true;
    return gap;
  }

  #openRow(prefix: string): string {
    this.#used = prefix.length;
    this.#isRowOpen = prefix !== "";
    return prefix;
  }

  #place(words: readonly PrintedWord[]): string {
    const { paint, columns } = this.#style;
    const { hanging = "", style = "plain" } = this.#start ?? {};
    let out = "";
    for (const { text, columns: width } of words) {
      if (!this.#isRowOpen && this.#used === 0) out += this.#openRow(hanging);
      const isFirst = this.#used <= hanging.length || this.#isWordOpen;
      this.#isWordOpen = false;
      if (!isFirst && this.#used + 1 + width > columns()) {
        out += `\n${this.#openRow(hanging)}`;
      } else if (!isFirst) {
        out += " ";
        this.#used++;
      }
      out += paint(style, text);
      this.#used += width;
      this.#isRowOpen = true;
    }
    return out;
  }
}

/** Longer words, and text after a mark that is not closed, are not held back: they are read again with each piece. */
const MAX_HELD = 260;

/** A line whose kind is not known after this many characters is printed when it is complete. */
const MAX_MARK = 64;

/** A longer line of code or of a table is printed before it is complete. */
const MAX_LINE = 4000;

/** An escape whose sequence may not be complete, a carriage return, or half a character. */
const INCOMPLETE = /(?:\x1b[^\s\x1b]{0,64}|\r|[\ud800-\udbff])$/;
