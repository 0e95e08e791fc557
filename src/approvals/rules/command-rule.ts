import { mayHaveOptions } from "./option-spelling.js";
import { spellingsIn } from "./programs/spellings.js";
import { refuseUnusualLetters } from "./shell-names.js";
import { shellTokens } from "./shell-tokens.js";
import { AmbiguousInput } from "./ambiguous-input.js";
import { WILDCARD, hasWildcard, matches, overlaps } from "./wildcard.js";
import { expansionStart, type Word } from "./word.js";
import { programOf } from "./wrappers.js";

/** Matches commands that begin with these words or, if exact, consist of them. */
export interface CommandRule {
  kind: "command";
  text: string;
  exact: boolean;
  /** The first is the name of a program, or any name. */
  words: readonly string[];
}

/** Parses the pattern of a command rule; throws AmbiguousInput if it is invalid. */
export function parseCommandRule(text: string, pattern: string): CommandRule {
  const exact = pattern.startsWith("=");
  const words: string[] = [];
  for (const token of shellTokens(exact ? pattern.slice(1) : pattern)) {
    if (token.kind !== "word") {
      throw new AmbiguousInput("a shell operator: a rule is about one simple command");
    }
    words.push(patternOf(token.word));
  }
  const name = words[0];
  if (name === undefined || name === "") throw new AmbiguousInput("no command");
  if (name !== WILDCARD && hasWildcard(name))
    throw new AmbiguousInput("a wildcard in a part of the command's name");
  if (name.endsWith(":") && name !== ":") {
    throw new AmbiguousInput(
      `the unknown kind "${name}" (command:, path:, mcp: and host: are known)`,
    );
  }
  if (name !== WILDCARD) refuseUnusualLetters(name);
  return { kind: "command", text, exact, words };
}

/** Only an unquoted star is a wildcard here; other characters special to a shell must be quoted. */
function patternOf({ text, unquoted }: Word): string {
  if (text !== "[" && (/\?|^~/.test(unquoted) || expansionStart(unquoted) < unquoted.length)) {
    throw new AmbiguousInput("an unquoted ?, [, {…} or ~ (the only wildcard is *)");
  }
  let pattern = "";
  for (let at = 0; at < text.length; at++) {
    pattern += unquoted[at] !== "*" ? (text[at] ?? "") : pattern.endsWith(WILDCARD) ? "" : WILDCARD;
  }
  return pattern;
}

/** Whether an allow rule certainly matches: the program name literally, no word still to be expanded. */
export function matchesWords(rule: CommandRule, words: readonly Word[]): boolean {
  if (rule.exact && rule.words.length !== words.length) return false;
  return rule.words.every((pattern, at) => {
    const word = words[at];
    if (word === undefined) return false;
    return !hasWildcard(word.shape) && matches(pattern, word.text);
  });
}

/** Whether a rule names one command, word for word. */
export const isLiteral = (rule: CommandRule): boolean =>
  rule.exact && !rule.words.some(hasWildcard);

/**
 * Whether a deny rule may match: the program under any path, and the other words of the rule in order
 * but not necessarily adjacent. Its options may be anywhere, in any spelling: abbreviated, combined in
 * one word, short or long.
 */
export function mayMatchCommand(
  rule: CommandRule,
  words: readonly string[],
  { anywhere }: { anywhere: boolean },
): boolean {
  const [name = "", ...rest] = rule.words;
  // The number of words is only known if no word is still to be expanded.
  if (rule.exact && !anywhere && !words.some(hasWildcard) && words.length !== rule.words.length) {
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
    } while (hasWildcard(word) && found < patterns.length);
    if (found >= patterns.length) break;
  }
  return found >= patterns.length;
}

const isOption = (pattern: string): boolean => /^-(?:-.|[^-])/s.test(pattern);

const isProgram = (pattern: string, word: string): boolean =>
  pattern === WILDCARD || overlaps(programOf(pattern), programOf(word));
