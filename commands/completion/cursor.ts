import type { Flag } from "../cli/flags/flag.js";

export type Flags = Readonly<Record<string, Flag>>;

/** What the words before the cursor mean for the word at it. */
export interface CursorPosition {
  /** The flags that were given, by their long name. */
  given: ReadonlySet<string>;
  /** The positional arguments. */
  words: readonly string[];
  /** The flag that waits for its value. */
  awaiting: string | undefined;
  /** Whether `--` was given: only positional arguments follow. */
  ended: boolean;
}

/** Reads the words of an unfinished command line, as the real parser would. */
export function readCursor(before: readonly string[], flags: Flags): CursorPosition {
  const given = new Set<string>();
  const words: string[] = [];
  let awaiting: string | undefined;
  for (const word of before) {
    if (awaiting !== undefined) {
      awaiting = undefined;
      continue;
    }
    if (word === "--") return { given, words, awaiting, ended: true };
    if (!/^-./.test(word)) {
      words.push(word);
      continue;
    }
    const { names, complete } = namesIn(word, flags);
    for (const name of names) given.add(name);
    const last = names.at(-1);
    if (!complete && last !== undefined && takesValue(last, flags[last])) awaiting = last;
  }
  return { given, words, awaiting, ended: false };
}

/** Resolves a name or an alias, without its dashes, to the flag's name. */
export function flagNamed(spelled: string, flags: Flags): string | undefined {
  if (Object.hasOwn(flags, spelled)) return spelled;
  return Object.keys(flags).find((name) => [flags[name]?.alias ?? []].flat().includes(spelled));
}

/** `--demo` takes a value only as `--demo=NAME`; a word after it is the prompt. */
const takesValue = (name: string, flag: Flag | undefined): boolean =>
  flag?.type === "string" && name !== "demo";

/** The flags in a word (`-qo` is two), and whether the last has its value in the same word. */
function namesIn(word: string, flags: Flags): { names: string[]; complete: boolean } {
  const [, long, value] = /^--([^=]+)(=[^]*)?$/.exec(word) ?? [];
  if (long !== undefined) {
    const name = flagNamed(long, flags) ?? flagNamed(long.replace(/^no-/, ""), flags);
    return { names: name === undefined ? [] : [name], complete: value !== undefined };
  }
  const names: string[] = [];
  const letters = Array.from(word.slice(1));
  for (const [at, letter] of letters.entries()) {
    const name = flagNamed(letter, flags);
    if (name === undefined) break;
    names.push(name);
    if (takesValue(name, flags[name])) return { names, complete: at < letters.length - 1 };
  }
  return { names, complete: true };
}
