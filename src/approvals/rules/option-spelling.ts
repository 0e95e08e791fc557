import type { Spelling } from "./programs/spellings.js";
import { WILDCARD, hasWildcard, overlaps } from "./wildcard.js";

/**
 * Whether each of a rule's options may be among some words, in any order and spelling: `--outp` for
 * `--output`, `-fr` and `--force -r` for `-rf`, `-f` for `--force`.
 */
export function mayHaveOptions(
  patterns: readonly string[],
  words: readonly string[],
  spellings: () => readonly Spelling[],
): boolean {
  const others = patterns.filter(
    (pattern) => !words.some((word) => overlaps(pattern, word) || isSameName(pattern, word)),
  );
  if (others.length === 0) return true;
  const known = spellings();
  const spelled: Spelled = {
    letters: new Set(words.filter((word) => SHORT.test(word)).join("")),
    anyLetter: words.some((word) => SHORT.test(word) && hasWildcard(word)),
    longs: words.filter((word) => LONG.test(word)).map(nameOf),
  };
  return others.every((pattern) => isSpelled(pattern, spelled, known));
}

interface Spelled {
  /** All letters of short options, including those of attached values, which look the same. */
  letters: ReadonlySet<string>;
  /** Whether a word of short options is still to be expanded. */
  anyLetter: boolean;
  /** The names of long options, which may be abbreviated. */
  longs: readonly string[];
}

function isSpelled(
  pattern: string,
  { letters, anyLetter, longs }: Spelled,
  spellings: readonly Spelling[],
): boolean {
  const hasLetter = (letter: string): boolean => anyLetter || letters.has(letter);
  if (LONG.test(pattern)) {
    const isMeant = hasWildcard(pattern)
      ? ({ long }: Spelling) => long.startsWith(pattern.slice(0, pattern.indexOf(WILDCARD)))
      : ({ long }: Spelling) => long === nameOf(pattern);
    return (
      longs.some((name) => pattern.startsWith(name)) ||
      spellings.some((spelling) => isMeant(spelling) && hasLetter(spelling.letter))
    );
  }
  const [, option] = /^-([A-Za-z]{1,3})\0?$/.exec(pattern) ?? [];
  if (option === undefined) return false;
  return Array.from(option).every(
    (letter) =>
      hasLetter(letter) ||
      spellings.some(
        ({ letter: short, long }) =>
          short === letter && longs.some((name) => long.startsWith(name)),
      ),
  );
}

/** The literal part of an option's name in a word, without its value. */
const nameOf = (word: string): string => word.replace(/[=\0].*/s, "");

/** Some programs accept one dash or two, and a value in the same word. */
const isSameName = (pattern: string, word: string): boolean =>
  word.startsWith("-") && nameOf(word).replace(/^--/, "-") === pattern.replace(/^--/, "-");

const SHORT = /^-[A-Za-z]/;
const LONG = /^--[^=]/;
