import { awaitsValue, tokenize } from "../../src/text/tokenize.js";
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
  const tokens = tokenize(before, flags);
  const last = tokens.at(-1);
  const waits = last?.kind === "flag" && last.value === undefined && awaitsValue(flags[last.name]);
  return {
    given: new Set(tokens.flatMap((token) => (token.kind === "flag" ? [token.name] : []))),
    words: tokens.flatMap((token) => (token.kind === "word" ? [token.word] : [])),
    awaiting: waits ? last.name : undefined,
    ended: tokens.some(({ kind }) => kind === "end"),
  };
}
