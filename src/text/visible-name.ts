/**
 * Makes every character of a name or a command visible, on one line: invisible characters, and those
 * that only resemble a space, become escapes; nothing is left out. For file names, commands, servers
 * and the like, where a hidden character could make one pass for another.
 */
export const visibleName = (name: string): string =>
  PLAIN.test(name) ? name : name.replace(HIDDEN, escaped);

const PLAIN = /^[ -~]*$/;
/** A leading combining mark would be drawn over the character before the name. */
const HIDDEN = /^\p{M}|(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u{2800}]/gu;

/** A line feed becomes ⏎, because commands contain `\n` in other meanings. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "⏎"],
  ["\t", "\\t"],
  ["\r", "\\r"],
]);

const escaped = (character: string): string =>
  SHORT.get(character) ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
