/** Whether a value is too distinctive to be an ordinary word, as `postgres` is. */
export function isDistinctive(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(value));
  return value.length >= LONG_ENOUGH || (value.length >= MIN_LENGTH && kinds.length > 1);
}

const MIN_LENGTH = 8;
const LONG_ENOUGH = 12;

/** Whether a word is more likely a key or a token than something people type. */
export const looksLikeKey = (word: string): boolean =>
  /^(sk|pk|at|rt|sess|pat)[-_]\w/i.test(word) ||
  /^eyJ[\w-]+\./.test(word) ||
  (/^[\w.~+/=-]{24,}$/.test(word) && /\d/.test(word) && /[a-z]/i.test(word));

/** Replaces keys, tokens and passwords that are recognised by their format alone. */
export const redactKeys = (text: string): string =>
  SHAPES.reduce((result, [shape, replacement]) => result.replace(shape, replacement), text);

/** Every repetition is bounded, or of a class that cannot match what follows it, to avoid backtracking. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
    "[redacted]",
  ],
  [/\b(Bearer|Basic)(\s{1,4}|%20|\+)[\w.~+/=-]{4,}/gi, "$1$2[redacted]"],
  [/(:\/\/[^\s/:@"']{0,256}):[^\s/@"']{1,1024}@/g, "$1:[redacted]@"],
  [
    /\b(?:sk|rk|pk)[-_][\w-]{8,}|\b(?:gh[opsur]|glpat|npm|pypi|hf|shpat|dop_v1|xox[abeoprs]|xapp)[-_][\w-]{10,}|\bgithub_pat_\w{10,}/g,
    "[redacted]",
  ],
  [/\b(?:AKIA|ASIA|AIza)[\w-]{12,}/g, "[redacted]"],
  [/\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g, "[redacted]"],
  [
    /([?&;](?:[\w.-]{0,40}(?:token|secret|passw(?:or)?d|pwd|key|sig|signature|auth|code)[\w.-]{0,20}))=[^&;\s"']+/gi,
    "$1=[redacted]",
  ],
];
