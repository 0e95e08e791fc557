import { CliError } from "../../src/outcome/errors.js";
import { looksLikeKey } from "../../src/redact/secret-values.js";
import type { Flag } from "../cli/flags/flag.js";

/** The words of a command line that are no flags and no values of flags. */
export function plainWords(
  words: readonly string[],
  flags: Readonly<Record<string, Flag>>,
): string[] {
  return partsOf(words, flags).flatMap((part) => (part.kind === "word" ? [part.word] : []));
}

/**
 * Refuses a command line that holds a key, before anything else reads it: whatever else is wrong
 * with it, the message would repeat the key. This one does not.
 */
export function refuseSecrets(
  words: readonly string[],
  flags: Readonly<Record<string, Flag>>,
  actions: readonly string[],
): void {
  const parts = partsOf(words, flags);
  const keyed = parts.some(({ name }) => READERS.has(name));
  for (const part of parts) {
    const { kind, name, word } = part;
    if (kind === "flag" && (SECRET_FLAGS.test(name) || looksLikeKey(name))) throw misplaced(name);
    if (kind === "attached" && (READERS.has(name) ? !isSwitch(word) : isSecretOf(name, word))) {
      throw misplaced(name);
    }
    if (kind === "word" && !actions.includes(word) && (keyed || looksLikeKey(word))) {
      throw misplaced(parts.find((other) => READERS.has(other.name))?.name ?? "");
    }
  }
}

interface Part {
  kind: "flag" | "attached" | "word";
  /** The flag, without its dashes; nothing for a word. */
  name: string;
  /** The word, or what is attached to the flag. */
  word: string;
}

function partsOf(words: readonly string[], flags: Readonly<Record<string, Flag>>): Part[] {
  const parts: Part[] = [];
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
      parts.push({ kind: "word", name: "", word });
      continue;
    }
    const [, name = "", value] = /^--?([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
    if (value !== undefined) parts.push({ kind: "attached", name, word: value });
    else {
      parts.push({ kind: "flag", name, word: "" });
      if (takesValue.has(name)) at++;
    }
  }
  return parts;
}

/** The switches that have a secret read from stdin. */
const READERS: ReadonlySet<string> = new Set(["with-api-key", "with-access-token"]);

/** What others call a flag that takes the secret itself. */
const SECRET_FLAGS = /^(openai-|codex-)?(api-?key|key|access-?token|token|secret|password)$/i;

const isSwitch = (value: string): boolean => value === "true" || value === "false";

/** Settings may hold anything, and are said with a flag that takes them. */
const isSecretOf = (name: string, value: string): boolean =>
  SECRET_FLAGS.test(name) || looksLikeKey(name) || (!SETTINGS.has(name) && looksLikeKey(value));

const SETTINGS: ReadonlySet<string> = new Set(["c", "config", "codex", "enable", "disable"]);

const misplaced = (flag: string): CliError =>
  new CliError(
    "usage",
    "login: keys and tokens are read from stdin only: others can read a command line, and it stays in the shell's history",
    {
      hint: `take it out of there, then: ${flag.includes("token") ? TOKEN_EXAMPLE : KEY_EXAMPLE}`,
    },
  );

export const KEY_EXAMPLE = "printenv OPENAI_API_KEY | turnpipe login --with-api-key";
export const TOKEN_EXAMPLE = "printenv CODEX_ACCESS_TOKEN | turnpipe login --with-access-token";
