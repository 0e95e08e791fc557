/**
 * Makes every character of a name or a command visible, on one line: what cannot be seen, or only
 * looks like a blank, is spelled as an escape, and nothing is left out. For file names, commands,
 * servers and the like, where a hidden character makes one thing look like another.
 */
export const visibleName = (name: string): string =>
  PLAIN.test(name) ? name : name.replace(HIDDEN, escaped);

const PLAIN = /^[ -~]*$/;
/** A combining mark at the beginning would be drawn over what stands before the name. */
const HIDDEN = /^\p{M}|(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u{2800}]/gu;

/** A line feed has a sign of its own: commands contain `\n` in other meanings. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "⏎"],
  ["\t", "\\t"],
  ["\r", "\\r"],
]);

const escaped = (character: string): string =>
  SHORT.get(character) ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
