import { WILDCARD } from "./wildcard.js";

/** A word of a command line. */
export interface Word {
  text: string;
  /** The text with every quoted character hidden. */
  unquoted: string;
  /** What the text may become when a shell expands it, as a pattern. */
  shape: string;
}

/** A word as a shell reads it. */
export const shellWord = (text: string, unquoted: string): Word => ({
  text,
  unquoted,
  shape: shapeOf(text, unquoted),
});

/** A word that no shell will read: it says what it says. */
export const literalWord = (text: string): Word => shellWord(text, WILDCARD.repeat(text.length));

function shapeOf(text: string, unquoted: string): string {
  // A tilde is a directory; in zsh a leading equals sign is the path of a program.
  if (/^~|[=:]~|^=./.test(unquoted)) return WILDCARD;
  if (text === "[" || !/[*?[{]/.test(unquoted)) return text;
  const end = expansionStart(unquoted);
  let shape = "";
  for (let at = 0; at < end; at++) {
    shape += unquoted[at] === "*" || unquoted[at] === "?" ? WILDCARD : (text[at] ?? "");
  }
  return end < unquoted.length ? shape + WILDCARD : shape;
}

/** Where a bracket, or a brace that has something to choose from, opens. */
export function expansionStart(unquoted: string): number {
  const brace = unquoted.indexOf("{");
  const openings = [
    unquoted.indexOf("["),
    brace >= 0 && /,|\.\./.test(unquoted.slice(brace)) ? brace : -1,
  ].filter((at) => at >= 0);
  return Math.min(unquoted.length, ...openings);
}

/** Words as a person would type them. */
export const toShellLine = (words: readonly Word[]): string =>
  words
    .map(({ text, unquoted }) => (text === unquoted || SAFE.test(text) ? text : quoted(text)))
    .join(" ");

const SAFE = /^[\w./:=@%+,-]+$/;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
