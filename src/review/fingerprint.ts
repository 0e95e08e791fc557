import { createHash } from "node:crypto";

interface FingerprintInput {
  file: string;
  title: string;
  /** The lines the finding is about. */
  code: readonly string[];
}

/**
 * Hashes what stays the same of a finding when lines move, indentation changes or punctuation in the
 * title changes.
 */
export function fingerprintOf({ file, title, code }: FingerprintInput): string {
  const parts = [file, lettersOf(title), code.map((line) => line.trim())];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, LENGTH);
}

const LENGTH = 16;

/** Reduces a title to letters and digits; one without any is kept as it is. */
const lettersOf = (title: string): string =>
  title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "") || title.trim();
