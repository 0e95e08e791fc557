import { WILDCARD } from "./wildcard.js";

/** A word of a command line. */
export interface Word {
  text: string;
  /** The text with every quoted character masked. */
  unquoted: string;
  /** A pattern of what the text may become when a shell expands it. */
  shape: string;
}

/** A word as a shell reads it. */
export const shellWord = (text: string, unquoted: string): Word => ({
  text,
  unquoted,
  shape: shapeOf(text, unquoted),
});

/** A word that no shell expands. */
export const literalWord = (text: string): Word => shellWord(text, WILDCARD.repeat(text.length));

function shapeOf(text: string, unquoted: string): string {
  // A tilde expands to a directory; in zsh a leading equals sign expands to a program's path.
  if (/^~|[=:]~|^=./.test(unquoted)) return WILDCARD;
  if (text === "[" || !/[*?[{]/.test(unquoted)) return text;
  const end = expansionStart(unquoted);
  let shape = "";
  for (let at = 0; at < end; at++) {
    shape += unquoted[at] === "*" || unquoted[at] === "?" ? WILDCARD : (text[at] ?? "");
  }
  return end < unquoted.length ? shape + WILDCARD : shape;
}

/** The index of the first bracket, or of a brace with alternatives; the length if there is none. */
export function expansionStart(unquoted: string): number {
  const brace = unquoted.indexOf("{");
  const openings = [
    unquoted.indexOf("["),
    brace >= 0 && /,|\.\./.test(unquoted.slice(brace)) ? brace : -1,
  ].filter((at) => at >= 0);
  return Math.min(unquoted.length, ...openings);
}

/** Joins words into a shell line, quoted where needed. */
export const toShellLine = (words: readonly Word[]): string =>
  words
    .map(({ text, unquoted }) => (text === unquoted || SAFE.test(text) ? text : quoted(text)))
    .join(" ");

const SAFE = /^[\w./:=@%+,-]+$/;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
