import { ANY } from "./wildcard.js";

/** A word of a command line. */
export interface Word {
  text: string;
  /** The text with every quoted character hidden. */
  bare: string;
  /** What the text may become when a shell expands it, as a pattern. */
  shape: string;
}

/** A word as a shell reads it. */
export const shellWord = (text: string, bare: string): Word => ({
  text,
  bare,
  shape: shapeOf(text, bare),
});

/** A word that no shell will read: it says what it says. */
export const literalWord = (text: string): Word => shellWord(text, ANY.repeat(text.length));

function shapeOf(text: string, bare: string): string {
  // A tilde is a directory; in zsh a leading equals sign is the path of a program.
  if (/^~|[=:]~|^=./.test(bare)) return ANY;
  if (text === "[" || !/[*?[{]/.test(bare)) return text;
  const end = expandsAt(bare);
  let shape = "";
  for (let at = 0; at < end; at++) {
    shape += bare[at] === "*" || bare[at] === "?" ? ANY : (text[at] ?? "");
  }
  return end < bare.length ? shape + ANY : shape;
}

/** Where a bracket, or a brace that has something to choose from, opens. */
export function expandsAt(bare: string): number {
  const brace = bare.indexOf("{");
  const opens = [
    bare.indexOf("["),
    brace >= 0 && /,|\.\./.test(bare.slice(brace)) ? brace : -1,
  ].filter((at) => at >= 0);
  return Math.min(bare.length, ...opens);
}

/** Words as a person would type them. */
export const typed = (words: readonly Word[]): string =>
  words.map(({ text, bare }) => (text === bare || SAFE.test(text) ? text : quoted(text))).join(" ");

const SAFE = /^[\w./:=@%+,-]+$/;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
