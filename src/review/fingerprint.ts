import { createHash } from "node:crypto";

interface Marks {
  file: string;
  title: string;
  /** The lines the finding is about. */
  code: readonly string[];
}

/** What stays the same of a finding when lines move, code is indented anew or a title is reworded in punctuation. */
export function fingerprintOf({ file, title, code }: Marks): string {
  const marks = [file, lettersOf(title), code.map((line) => line.trim())];
  return createHash("sha256").update(JSON.stringify(marks)).digest("hex").slice(0, LENGTH);
}

const LENGTH = 16;

/** A title of signs alone has nothing else to go by. */
const lettersOf = (title: string): string =>
  title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "") || title.trim();
