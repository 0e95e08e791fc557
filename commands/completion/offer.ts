/** The shells there is a script for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];

/** A word that may be completed, and its description. */
export interface Candidate {
  word: string;
  about?: string | undefined;
}

/** The candidates: words, or file names, which the shell completes itself. */
export type Offer =
  | { kind: "words"; words: readonly Candidate[]; noSpace?: boolean }
  /** The file name begins at this offset in the word. */
  | { kind: "files" | "dirs"; offset: number };

/** Candidates without descriptions. */
export const plainCandidates = (words: readonly string[]): Candidate[] =>
  words.map((word) => ({ word }));

/** Whether an untrusted word is safe on a command line without quotes. */
export const needsNoQuotes = (word: string): boolean =>
  word.length <= LONGEST && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._/:+,=%-]*$/u.test(word);

const LONGEST = 200;

/** Formats an offer for the scripts: an optional `:directive` line, then one word per line. */
export function candidateLines(offer: Offer, shell: Shell): string {
  if (offer.kind !== "words") return `:${offer.kind} ${String(offer.offset)}\n`;
  const lines = offer.words
    .filter(({ word }) => !/^:|[\s\p{C}]/u.test(word))
    .map((candidate) => LINE[shell](candidate));
  if (lines.length === 0) return "";
  return [...(offer.noSpace === true ? [":nospace"] : []), ...lines, ""].join("\n");
}

const LINE: Readonly<Record<Shell, (candidate: Candidate) => string>> = {
  bash: ({ word }) => word,
  // In the format of zsh's _describe: the first unescaped colon ends the word.
  zsh: ({ word, about = "" }) =>
    word.replace(/[\\:]/g, "\\$&") + (about === "" ? "" : `:${inOneLine(about)}`),
  fish: ({ word, about = "" }) => word + (about === "" ? "" : `\t${inOneLine(about)}`),
};

const inOneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "");
