/**
 * Whether a content is text for a reader, whatever git takes it for: a file counts as text if at most 30 %
 * of it are control characters or no UTF-8. Compressed data has about 60 %, a text with a NUL byte to
 * make git call it binary next to none. UTF-16 is text too.
 */
export function isTextLike(content: Buffer): boolean {
  const encodings = ["utf-8", "utf-16le", "utf-16be"];
  return encodings.some((encoding) => shareOfNoise(content, encoding) <= MOST_NOISE);
}

function shareOfNoise(content: Buffer, encoding: string): number {
  const isWide = encoding !== "utf-8";
  // Any two bytes are a letter of UTF-16; only a text of the basic letters is certainly meant as such.
  const text = new TextDecoder(encoding).decode(content);
  const noise = text.match(isWide ? NOT_LATIN : NOISE)?.length ?? 0;
  return text.length === 0 ? 0 : noise / text.length;
}

const MOST_NOISE = 0.3;
const NOISE = /(?![\t\n\f\r])[\p{Cc}\u{FFFD}]/gu;
const NOT_LATIN = /[^\t\n\r\u{20}-\u{24F}]/gu;
