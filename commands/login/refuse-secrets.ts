import { CliError } from "../../src/outcome/errors.js";
import { looksLikeKey } from "../../src/redact/secret-values.js";
import type { Flag } from "../cli/flags/flag.js";

/** The arguments that are neither flags nor values of flags. */
export function wordsWithoutFlags(
  words: readonly string[],
  flags: Readonly<Record<string, Flag>>,
): string[] {
  return tokenize(words, flags).flatMap((token) => (token.kind === "word" ? [token.word] : []));
}

/**
 * Rejects a command line that contains a key, before anything else parses it: other error messages
 * would repeat the key. This one does not.
 */
export function refuseSecrets(
  words: readonly string[],
  flags: Readonly<Record<string, Flag>>,
  actions: readonly string[],
): void {
  const tokens = tokenize(words, flags);
  const readsSecret = tokens.some(({ name }) => STDIN_FLAGS.has(name));
  for (const token of tokens) {
    const { kind, name, word } = token;
    if (kind === "flag" && (SECRET_FLAGS.test(name) || looksLikeKey(name))) throw misplaced(name);
    if (kind === "attached" && (STDIN_FLAGS.has(name) ? !isSwitch(word) : isSecretOf(name, word))) {
      throw misplaced(name);
    }
    if (kind === "word" && !actions.includes(word) && (readsSecret || looksLikeKey(word))) {
      throw misplaced(tokens.find((other) => STDIN_FLAGS.has(other.name))?.name ?? "");
    }
  }
}

interface Token {
  kind: "flag" | "attached" | "word";
  /** The flag, without its dashes; empty for a word. */
  name: string;
  /** The word, or the value after `=`. */
  word: string;
}

function tokenize(words: readonly string[], flags: Readonly<Record<string, Flag>>): Token[] {
  const tokens: Token[] = [];
  const takesValue = new Set(
    Object.entries(flags).flatMap(([name, { type, alias = [] }]) =>
      type === "string" ? [name, ...[alias].flat()] : [],
    ),
  );
  const end = words.indexOf("--");
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (at === end) continue;
    if (!/^-./.test(word) || (end !== -1 && at > end)) {
      tokens.push({ kind: "word", name: "", word });
      continue;
    }
    const [, name = "", value] = /^--?([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
    if (value !== undefined) tokens.push({ kind: "attached", name, word: value });
    else {
      tokens.push({ kind: "flag", name, word: "" });
      if (takesValue.has(name)) at++;
    }
  }
  return tokens;
}

/** The flags that read a secret from stdin. */
const STDIN_FLAGS: ReadonlySet<string> = new Set(["with-api-key", "with-access-token"]);

/** What other programs call a flag that takes the secret itself. */
const SECRET_FLAGS = /^(openai-|codex-)?(api-?key|key|access-?token|token|secret|password)$/i;

const isSwitch = (value: string): boolean => value === "true" || value === "false";

/** Flags that take settings may hold anything, so their values are not checked. */
const isSecretOf = (name: string, value: string): boolean =>
  SECRET_FLAGS.test(name) || looksLikeKey(name) || (!SETTINGS.has(name) && looksLikeKey(value));

const SETTINGS: ReadonlySet<string> = new Set(["c", "config", "codex", "enable", "disable"]);

const misplaced = (flag: string): CliError =>
  new CliError(
    "usage",
    "login: keys and tokens are read from stdin only: others can read a command line, and it stays in the shell's history",
    {
      hint: `remove it, then: ${flag.includes("token") ? TOKEN_EXAMPLE : KEY_EXAMPLE}`,
    },
  );

export const KEY_EXAMPLE = "printenv OPENAI_API_KEY | turnpipe login --with-api-key";
export const TOKEN_EXAMPLE = "printenv CODEX_ACCESS_TOKEN | turnpipe login --with-access-token";
