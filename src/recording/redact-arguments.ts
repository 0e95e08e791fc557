import { REDACTED } from "../redact/redacted.js";
import { redactAssignment } from "../redact/settings.js";
import { redactKeys } from "../redact/secret-values.js";

/** Redacts a command line for a recording: answers, secret settings, and what looks like a key. */
export function redactArguments(argv: readonly string[]): string[] {
  return argv.map((word, at) => {
    const [, flag = ""] = FLAG.exec(word) ?? [];
    const taker = flag === "" ? (argv[at - 1] ?? "") : flag;
    const value = word.slice(flag.length);
    if (/^--answer=?$/.test(taker)) return flag + withoutAnswer(value);
    return /^(?:-c=?|--config=?)$/.test(taker) ? flag + redactAssignment(value) : redactKeys(word);
  });
}

const FLAG = /^(-c=?|--config=|--answer=)[^]/;

/** Keeps the key of `key=answer`; an answer without a key is redacted as a whole. */
function withoutAnswer(value: string): string {
  const [key = "", ...rest] = value.split("=");
  return rest.length === 0 ? REDACTED : `${key}=${REDACTED}`;
}
