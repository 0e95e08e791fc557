/**
 * Whether content is readable text, even if git considers it binary: at most 30 % of it may be control
 * characters or invalid UTF-8. Compressed data has about 60 %, a text with a NUL byte to make git call it
 * binary next to none. UTF-16 is text too.
 */
export function isTextLike(content: Buffer): boolean {
  const encodings = ["utf-8", "utf-16le", "utf-16be"];
  return encodings.some((encoding) => noiseRatio(content, encoding) <= MAX_NOISE);
}

function noiseRatio(content: Buffer, encoding: string): number {
  const isWide = encoding !== "utf-8";
  // Almost any two bytes are valid UTF-16; only Latin text is certainly meant as such.
  const text = new TextDecoder(encoding).decode(content);
  const noise = text.match(isWide ? NOT_LATIN : NOISE)?.length ?? 0;
  return text.length === 0 ? 0 : noise / text.length;
}

const MAX_NOISE = 0.3;
const NOISE = /(?![\t\n\f\r])[\p{Cc}\u{FFFD}]/gu;
const NOT_LATIN = /[^\t\n\r\u{20}-\u{24F}]/gu;
