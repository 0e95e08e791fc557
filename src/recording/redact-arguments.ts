import type { FlagSyntax } from "../text/tokenize.js";
import { tokenize } from "../text/tokenize.js";
import { REDACTED } from "../redact/redacted.js";
import { redactAssignment } from "../redact/settings.js";
import { redactKeys } from "../redact/secret-values.js";

/** Redacts a command line for a recording: answers, secret settings, and what looks like a key. */
export function redactArguments(argv: readonly string[]): string[] {
  const words = argv.map(redactKeys);
  // A `--` may be the value of a flag that is not in this table, and then does not end the flags.
  const read = argv.map((word) => (word === "--" ? "-" : word));
  for (const token of tokenize(read, SECRET_FLAGS)) {
    if (token.kind !== "flag" || token.value === undefined || token.name === "switch") continue;
    const { name, value, inline, at } = token;
    const flag = inline ? (argv[at] ?? "").slice(0, -value.length || undefined) : "";
    words[inline ? at : at + 1] =
      flag + (name === "answer" ? withoutAnswer(value) : redactAssignment(value));
  }
  return words;
}

/** The flags whose values may be secret, and the switches that may share a word with `-c`. */
const SECRET_FLAGS: Readonly<Record<string, FlagSyntax>> = {
  answer: { type: "string" },
  config: { type: "string", alias: "c" },
  switch: { type: "boolean", alias: ["q", "v"] },
};

/** Keeps the key of `key=answer`; an answer without a key is redacted as a whole. */
function withoutAnswer(value: string): string {
  const [key = "", ...rest] = value.split("=");
  return rest.length === 0 ? REDACTED : `${key}=${REDACTED}`;
}
