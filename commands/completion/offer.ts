/** The shells there is a script for. */
export const SHELLS = ["bash", "zsh"] as const;

export type Shell = (typeof SHELLS)[number];

/** A word that may stand at the cursor, and what it means. */
export interface Candidate {
  word: string;
  about?: string | undefined;
}

/** What is offered: words, or the names of files that the shell itself knows best. */
export type Offer =
  | { kind: "words"; words: readonly Candidate[]; noSpace?: boolean }
  /** The name begins behind so many characters of the word. */
  | { kind: "files" | "dirs"; behind: number };

/** A few words without a meaning of their own. */
export const plainWords = (words: readonly string[]): Candidate[] =>
  words.map((word) => ({ word }));

/** Whether a word from outside can be put on a command line without quotes, as what it is. */
export const needsNoQuotes = (word: string): boolean =>
  word.length <= LONGEST && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._/:+,=%-]*$/u.test(word);

const LONGEST = 200;

/** An offer as the scripts read it: perhaps a line that begins with a colon, then a word a line. */
export function linesOf(offer: Offer, shell: Shell): string {
  if (offer.kind !== "words") return `:${offer.kind} ${String(offer.behind)}\n`;
  const lines = offer.words
    .filter(({ word }) => !/^:|[\s\p{C}]/u.test(word))
    .map((candidate) => LINE[shell](candidate));
  if (lines.length === 0) return "";
  return [...(offer.noSpace === true ? [":nospace"] : []), ...lines, ""].join("\n");
}

const LINE: Readonly<Record<Shell, (candidate: Candidate) => string>> = {
  bash: ({ word }) => word,
  // As _describe wants it: the first bare colon ends the word.
  zsh: ({ word, about = "" }) =>
    word.replace(/[\\:]/g, "\\$&") +
    (about === "" ? "" : `:${about.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")}`),
};
