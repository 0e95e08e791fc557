/** The part of a flag's row in the table that decides how words are read. */
export interface FlagSyntax {
  type: "boolean" | "string";
  alias?: string | readonly string[];
  /** Whether a value has to be in the same word (`--flag=value`); alone the flag has a default. */
  inlineValue?: boolean;
}

/** One argument, or a flag with the word that is its value; `at` is the index of its first word. */
export type CommandLineToken =
  | { kind: "flag"; name: string; value: string | undefined; inline: boolean; at: number }
  /** Begins with a dash, but is not in the table; its name is as it was spelled. */
  | { kind: "unknown"; name: string; value: string | undefined; at: number }
  | { kind: "word"; word: string; at: number }
  /** `--`: only words follow. */
  | { kind: "end"; at: number };

type FlagTable = Readonly<Record<string, FlagSyntax>>;
type FlagToken = Extract<CommandLineToken, { kind: "flag" }>;

/**
 * Splits a command line into flags, by their long names, and words, as yargs-parser does with our
 * settings, and reads `-mVALUE` too. For what has to know a command line before it is parsed, or without
 * executing it.
 */
export function tokenize(argv: readonly string[], flags: FlagTable): CommandLineToken[] {
  const tokens: CommandLineToken[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") {
      const words = argv.slice(at + 1).map((rest, behind) => wordToken(rest, at + 1 + behind));
      return [...tokens, { kind: "end", at }, ...words];
    }
    // As yargs-parser, a negative number is a word.
    if (!/^-./.test(word) || (/^-\d+$/.test(word) && flagsIn(word, at, flags).length === 0)) {
      tokens.push(wordToken(word, at));
      continue;
    }
    const given = flagsIn(word, at, flags);
    const last = given.pop();
    if (last === undefined) {
      tokens.push(unknownToken(word, at));
    } else if (last.value === undefined && takesNext(flags[last.name], argv[at + 1], flags)) {
      tokens.push(...given, { ...last, value: argv[++at] });
    } else {
      tokens.push(...given, last);
    }
  }
  return tokens;
}

/** Resolves a name or an alias, without its dashes, to the flag's name. */
export function flagNamed(spelled: string, flags: FlagTable): string | undefined {
  if (Object.hasOwn(flags, spelled)) return spelled;
  return Object.keys(flags).find((name) => [flags[name]?.alias ?? []].flat().includes(spelled));
}

/** Whether a flag takes the word after it, if there is one. */
export const awaitsValue = (flag: FlagSyntax | undefined): boolean =>
  flag?.type === "string" && flag.inlineValue !== true;

const wordToken = (word: string, at: number): CommandLineToken => ({ kind: "word", word, at });

function unknownToken(word: string, at: number): CommandLineToken {
  const [, name = word, value] = /^--?([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
  return { kind: "unknown", name, value, at };
}

/** A flag of the table is never the value of another; an unknown one is. */
function takesNext(
  flag: FlagSyntax | undefined,
  next: string | undefined,
  flags: FlagTable,
): boolean {
  if (next === undefined) return false;
  if (flag?.type === "boolean") return next === "true" || next === "false";
  return awaitsValue(flag) && flagsIn(next, 0, flags).length === 0;
}

/** The flags in a word (`-qo` is two); none if one of them is not in the table. */
function flagsIn(word: string, at: number, flags: FlagTable): FlagToken[] {
  const [, long, value] = /^--([^=]+)(?:=([^]*))?$/.exec(word) ?? [];
  if (long === undefined) return /^-[^-]/.test(word) ? shortFlagsIn(word, at, flags) : [];
  const name = flagNamed(long, flags);
  if (name !== undefined) {
    return [{ kind: "flag", name, value, inline: value !== undefined, at }];
  }
  const negated = flagNamed(/^no-([^]+)/.exec(long)?.[1] ?? "", flags) ?? "";
  return value === undefined && flags[negated]?.type === "boolean"
    ? [{ kind: "flag", name: negated, value: "false", inline: true, at }]
    : [];
}

/**
 * The first letter that takes a value takes the rest of the word, with or without `=`. `-model` is no
 * `-m`: somebody forgot a dash.
 */
function shortFlagsIn(word: string, at: number, flags: FlagTable): FlagToken[] {
  const [name = ""] = word.slice(1).split("=");
  if (name.length > 1 && flagNamed(name, flags) !== undefined) return [];
  const given: FlagToken[] = [];
  for (let letter = 1; letter < word.length; letter++) {
    const flag = flagNamed(word.charAt(letter), flags);
    if (flag === undefined) return [];
    const rest = word.slice(letter + 1);
    const takesRest = rest.startsWith("=") || (rest !== "" && awaitsValue(flags[flag]));
    const value = takesRest ? rest.replace(/^=/, "") : undefined;
    given.push({ kind: "flag", name: flag, value, inline: takesRest, at });
    if (takesRest) break;
  }
  return given;
}
