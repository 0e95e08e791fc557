import { mayHaveOptions } from "./option-spelling.js";
import { spellingsIn } from "./programs/spellings.js";
import { refuseUnusualLetters } from "./shell-names.js";
import { shellTokens } from "./shell-tokens.js";
import { AmbiguousCommand } from "./ambiguous.js";
import { ANY, isOpen, matches, overlaps } from "./wildcard.js";
import { expandsAt, type Word } from "./word.js";
import { programOf } from "./wrappers.js";

/** Which commands are meant: those that begin with these words, or (exact) those that are these words. */
export interface CommandRule {
  kind: "command";
  text: string;
  exact: boolean;
  /** The first is the name of a program, or any name. */
  words: readonly string[];
}

/** Reads the pattern of a command rule; what is wrong with it is thrown as unclear. */
export function parseCommandRule(text: string, pattern: string): CommandRule {
  const exact = pattern.startsWith("=");
  const words: string[] = [];
  for (const token of shellTokens(exact ? pattern.slice(1) : pattern)) {
    if (token.kind !== "word") {
      throw new AmbiguousCommand("a shell operator: a rule is about one simple command");
    }
    words.push(patternOf(token.word));
  }
  const name = words[0];
  if (name === undefined || name === "") throw new AmbiguousCommand("no command");
  if (name !== ANY && isOpen(name)) throw new AmbiguousCommand("a wildcard in a part of the command's name");
  if (name.endsWith(":") && name !== ":") {
    throw new AmbiguousCommand(`the unknown kind "${name}" (command:, path:, mcp: and host: are known)`);
  }
  if (name !== ANY) refuseUnusualLetters(name);
  return { kind: "command", text, exact, words };
}

/** Only an unquoted star is a wildcard here; what a shell would read otherwise has to be quoted. */
function patternOf({ text, bare }: Word): string {
  if (text !== "[" && (/\?|^~/.test(bare) || expandsAt(bare) < bare.length)) {
    throw new AmbiguousCommand("an unquoted ?, [, {…} or ~ (the only wildcard is *)");
  }
  let pattern = "";
  for (let at = 0; at < text.length; at++) {
    pattern += bare[at] !== "*" ? (text[at] ?? "") : pattern.endsWith(ANY) ? "" : ANY;
  }
  return pattern;
}

/** Whether a rule surely means these words: the name as it stands, no word still to be expanded. */
export function allowsWords(rule: CommandRule, words: readonly Word[]): boolean {
  if (rule.exact && rule.words.length !== words.length) return false;
  return rule.words.every((pattern, at) => {
    const word = words[at];
    if (word === undefined) return false;
    return !isOpen(word.shape) && matches(pattern, word.text);
  });
}

/** Whether a rule names one command, word for word. */
export const isLiteral = (rule: CommandRule): boolean => rule.exact && !rule.words.some(isOpen);

/**
 * Whether a rule may mean these words: the program under any path, and the other words of the rule in
 * their order but not necessarily side by side. Its options may stand anywhere, in any spelling: cut
 * short, together in one word, short or long.
 */
export function mayMean(
  rule: CommandRule,
  words: readonly string[],
  { anywhere }: { anywhere: boolean },
): boolean {
  const [name = "", ...rest] = rule.words;
  // Only where every word is known can a number of words be.
  if (rule.exact && !anywhere && !words.some(isOpen) && words.length !== rule.words.length) {
    return false;
  }
  const start = (anywhere ? words : words.slice(0, 1)).findIndex((word) => isProgram(name, word));
  if (start < 0) return false;
  const after = words.slice(start + 1);
  const operands = rest.filter((pattern) => !isOption(pattern));
  return (
    isInOrder(operands, after) &&
    mayHaveOptions(rest.filter(isOption), after, () => spellingsIn(rule.words, words))
  );
}

function isInOrder(patterns: readonly string[], words: readonly string[]): boolean {
  let found = 0;
  for (const word of words) {
    // A word that is still to be expanded may become several.
    do {
      if (!overlaps(patterns[found] ?? "", word)) break;
      found++;
    } while (isOpen(word) && found < patterns.length);
    if (found >= patterns.length) break;
  }
  return found >= patterns.length;
}

const isOption = (pattern: string): boolean => /^-(?:-.|[^-])/s.test(pattern);

const isProgram = (pattern: string, word: string): boolean =>
  pattern === ANY || overlaps(programOf(pattern), programOf(word));
