import type { Style } from "./line.js";

/** How a line begins: what is printed before its words, and before their further rows. */
export interface LineStart {
  /** How many characters of the line it takes. */
  length: number;
  prefix: string;
  hanging: string;
  /** The style of all words of the line. */
  style?: Style;
}

/** Reads the beginning of a line; undefined while it may still become something else. */
export function lineStart(line: string, isComplete: boolean): LineStart | undefined {
  if (!isComplete && !isDecided(line)) return undefined;
  const [heading] = HEADING.exec(line) ?? [];
  if (heading !== undefined) return { length: heading.length, ...NO_PREFIX, style: "strong" };
  const [quote] = QUOTE.exec(line) ?? [];
  if (quote !== undefined) return { length: quote.length, prefix: "│ ", hanging: "│ " };
  const [item, indent = "", mark = "", space = ""] = ITEM.exec(line) ?? [];
  if (item === undefined) {
    const [blank = ""] = /^ */.exec(line) ?? [];
    return { length: blank.length, prefix: blank, hanging: blank };
  }
  const shown = `${indent}${/\d/.test(mark) ? mark : "•"}${space}`;
  return { length: item.length, prefix: shown, hanging: " ".repeat(shown.length) };
}

/** The same for a line that is not rendered, only wrapped. */
export function plainStart(line: string, isComplete: boolean): LineStart | undefined {
  if (!isComplete && !isDecided(line)) return undefined;
  const [mark = ""] = ITEM.exec(line) ?? /^ */.exec(line) ?? [];
  return { length: mark.length, prefix: mark, hanging: " ".repeat(mark.length) };
}

/** Whether a complete line begins a block of code, or ends the one it is in. */
export const isFence = (line: string, inCode: boolean): boolean =>
  (inCode ? CLOSING_FENCE : FENCE).test(line);

export const isRule = (line: string): boolean => RULE.test(line);

const NO_PREFIX = { prefix: "", hanging: "" };
const HEADING = /^ {0,3}#{1,6} +/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,20})([-*+]|\d{1,9}[.)])( {1,4})(?=\S)/;
const FENCE = /^ {0,20}(?:`{3,}[^`]*$|~{3})/;
const CLOSING_FENCE = /^ {0,20}(?:`{3,}|~{3,}) *$/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}) *$/;

/** Beginnings of lines whose kind no further character can change. */
const DECIDED: readonly RegExp[] = [
  /^ *[^ #>*+\-`~|\d]/, // ordinary text
  /^ {0,3}#{1,6} +[^ ]/, // a heading
  /^ *#{1,6}[^ #]/,
  /^ *(?:[*+-]|\d{1,9}[.)]) +[^ *-]/, // an item
  /^ *(?:\*{1,3}|[+-])[^ *+-]/,
  /^ *\d{1,9}(?:[^\d.) ]|[.)][^ ]| )/,
  /^ *\d{10}/,
  /^ *> ?[^ ]/, // a quote
  /^ *`{1,2}[^`]/, // code in a line
];

const isDecided = (line: string): boolean => DECIDED.some((pattern) => pattern.test(line));
