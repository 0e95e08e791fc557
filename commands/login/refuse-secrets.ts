import { CliError } from "../../src/outcome/errors.js";
import { looksLikeKey } from "../../src/redact/secret-values.js";
import { tokenize } from "../../src/text/tokenize.js";
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
  const reader = tokens
    .flatMap((token) => ("name" in token ? [token.name] : []))
    .find((name) => STDIN_FLAGS.has(name));
  for (const token of tokens) {
    if (token.kind === "word") {
      const isSecret = reader !== undefined || looksLikeKey(token.word);
      if (!actions.includes(token.word) && isSecret) throw misplaced(reader ?? "");
    } else if (token.kind !== "end") {
      const { name, value } = token;
      const spelled = /^-+([^=]*)/.exec(words[token.at] ?? "")?.[1] ?? "";
      const attached = token.kind === "flag" && !token.inline ? undefined : value;
      if (looksLikeKey(spelled) || isSecretOf(name, attached)) throw misplaced(name);
    }
  }
}

/** The flags that read a secret from stdin. */
const STDIN_FLAGS: ReadonlySet<string> = new Set(["with-api-key", "with-access-token"]);

/** What other programs call a flag that takes the secret itself. */
const SECRET_FLAGS = /^(openai-|codex-)?(api-?key|key|access-?token|token|secret|password)$/i;

/** Flags that take settings may hold anything, so their values are not checked. */
function isSecretOf(name: string, value: string | undefined): boolean {
  if (STDIN_FLAGS.has(name)) return value !== undefined && value !== "true" && value !== "false";
  return SECRET_FLAGS.test(name) || (!SETTINGS.has(name) && looksLikeKey(value ?? ""));
}

const SETTINGS: ReadonlySet<string> = new Set(["config", "codex", "enable", "disable"]);

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
