import type { Paint } from "./colour.js";
import type { Style } from "./line.js";
import stringWidth from "./text-width.js";

/** A word as it is printed, and the columns it fills. */
export interface PrintedWord {
  text: string;
  columns: number;
}

/** The words of a line so far, and the source after the last complete one. */
export interface InlineWords {
  words: PrintedWord[];
  rest: string;
}

/**
 * Renders the Markdown inside a line, word by word: bold, code and links, which show where they lead. Emphasis
 * (`*x*`, `_x_`) stays as written, because many terminals cannot show it. A line that goes on is rendered up to
 * the last word that cannot change any more.
 */
export function inlineWords(source: string, isComplete: boolean, paint: Paint): InlineWords {
  const line = new LineOfWords();
  let at = 0;
  while (at < source.length) {
    if (source[at] === " ") {
      line.endWord();
      line.commit(++at);
      continue;
    }
    const span = spanAt(source, at);
    if (span === "open" && !isComplete) break;
    if (span === "open" || span === undefined) {
      const [plain = ""] = plainText(source, at);
      line.append(plain);
      at += plain.length;
    } else {
      appendSpan(line, span, paint);
      at = span.end;
    }
  }
  if (isComplete) {
    line.endWord();
    line.commit(source.length);
  }
  return { words: line.words, rest: source.slice(line.committed) };
}

/** Splits at spaces, for text that is shown as it is written. */
export function plainWords(source: string, isComplete: boolean): InlineWords {
  const end = isComplete ? source.length : source.lastIndexOf(" ") + 1;
  const words = source.slice(0, end).split(" ").filter(Boolean);
  return { words: words.map(wordOf), rest: source.slice(end) };
}

const wordOf = (text: string): PrintedWord => ({ text, columns: stringWidth(text) });

/** Collects words; those after the last commit are dropped if the source ends within them. */
class LineOfWords {
  words: PrintedWord[] = [];
  committed = 0;
  #pending: PrintedWord[] = [];
  #word = "";

  append(text: string): void {
    this.#word += text;
  }

  endWord(): void {
    if (this.#word !== "") this.#pending.push(wordOf(this.#word));
    this.#word = "";
  }

  commit(at: number): void {
    this.words.push(...this.#pending);
    this.#pending = [];
    this.committed = at;
  }
}

interface Span {
  style: Style;
  text: string;
  /** Where a link leads. */
  target?: string;
  /** The offset after it. */
  end: number;
}

function appendSpan(line: LineOfWords, { style, text, target }: Span, paint: Paint): void {
  for (const [at, word] of text.split(" ").entries()) {
    if (at > 0) line.endWord();
    if (word !== "") line.append(styled(word, style, paint));
  }
  if (target === undefined) return;
  line.endWord();
  line.append(paint("dim", `(${target})`));
}

/** Also removes the marks of code within bold text. */
const styled = (word: string, style: Style, paint: Paint): string =>
  paint(style, style === "strong" ? word.replaceAll("`", "") : word);

/** The span that begins here; `open` if the text may still go on with its end. */
function spanAt(source: string, at: number): Span | "open" | undefined {
  const first = source[at];
  if (first === "`") return codeAt(source, at);
  if (first === "*") return boldAt(source, at);
  if (first === "[") return linkAt(source, at);
  return undefined;
}

function codeAt(source: string, at: number): Span | "open" | undefined {
  const [marks = ""] = matchAt(/`+/y, source, at) ?? [];
  const end = closing(source, marks, at + marks.length);
  if (end === undefined) return unfinished(source, at);
  return { style: "code", text: source.slice(at + marks.length, end), end: end + marks.length };
}

function boldAt(source: string, at: number): Span | "open" | undefined {
  const [marks = ""] = matchAt(/\*+/y, source, at) ?? [];
  const next = source[at + marks.length];
  if (next === undefined) return "open";
  if (marks.length !== 2 || next === " ") return undefined;
  const end = closing(source, marks, at + 2);
  if (end === undefined) return unfinished(source, at);
  return { style: "strong", text: source.slice(at + 2, end), end: end + 2 };
}

function linkAt(source: string, at: number): Span | "open" | undefined {
  const [whole = "", text = "", target = ""] = matchAt(LINK, source, at) ?? [];
  if (whole === "") return matchAt(LINK_SO_FAR, source, at) === null ? undefined : "open";
  const end = at + whole.length;
  return text === target
    ? { style: "plain", text: target, end }
    : { style: "plain", text: text.replaceAll("`", ""), target, end };
}

/** Where these marks end a span; marks that are part of a longer run do not. */
function closing(source: string, marks: string, from: number): number | undefined {
  const text = source.slice(from, from + MAX_SPAN);
  for (let at = text.indexOf(marks); at >= 0;) {
    let end = at;
    while (text[end] === marks[0]) end++;
    if (end - at === marks.length && at > 0) return from + at;
    at = text.indexOf(marks, end);
  }
  return undefined;
}

/** Limits how much text is held back. */
const unfinished = (source: string, at: number): "open" | undefined =>
  source.length - at < MAX_SPAN ? "open" : undefined;

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

/** The text up to the next mark that may begin a span; or the marks at `at`, which begin none. */
const plainText = (source: string, at: number): RegExpExecArray | [] =>
  matchAt(/`+|\*+|\[|[^ `*[]+/y, source, at) ?? [];

const LINK = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,1000})\)/y;
const LINK_SO_FAR = /\[[^[\]\n]{0,300}(?:$|\](?:$|\([^()\s]{0,1000}$))/y;
const MAX_SPAN = 240;
