/** An escaped character: what it decodes to, and the index after it. */
export interface Escape {
  characters: string;
  end: number;
}

/**
 * Decodes the escaped character at an index: percent-encoded (also twice), escaped as in JSON at any
 * depth, or as in HTML. Undefined if there is none.
 */
export function readEscape(text: string, at: number): Escape | undefined {
  const first = text[at];
  if (first === "%") return percentEncoded(text, at);
  if (first === "\\") return backslashed(text, at);
  if (first === "&") return entity(text, at);
  return undefined;
}

/** Whether a text ends in the middle of an escaped character that begins at this index. */
export const endsInEscape = (text: string, at: number): boolean =>
  ESCAPABLE.test(text.charAt(at)) &&
  text.length - at <= MAX_ESCAPE_LENGTH &&
  matchAt(UNFINISHED, text, at);

const ESCAPABLE = /[%\\&]/;
const MAX_ESCAPE_LENGTH = 24;
/** Includes `%25`, which may begin `%2541`, and the first bytes of a multi-byte character. */
const UNFINISHED =
  /(?:(?:%(?:25)?[89a-f][0-9a-f]){0,3}(?:%(?:25?)?[0-9a-f]?)?|\\{1,16}(?:u[0-9a-f]{0,3})?|&#?\w{0,5})$/iy;

/** Skips line breaks in encoded text, also escaped ones, and returns the index after them. */
export function skipLineBreak(text: string, at: number): number {
  LINE_BREAK.lastIndex = at;
  return LINE_BREAK.test(text) ? LINE_BREAK.lastIndex : at;
}

const LINE_BREAK = /(?:[\r\n]|\\{1,16}[rn]|%0[ad]|%250[ad]){1,2}/iy;

function percentEncoded(text: string, at: number): Escape | undefined {
  PERCENT.lastIndex = at;
  const [whole = "", first = ""] = PERCENT.exec(text) ?? [];
  if (whole === "") return undefined;
  const lead = Number.parseInt(first, 16);
  if (lead < 0x80) return { characters: String.fromCodePoint(lead), end: at + whole.length };
  const count = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const sequence = text.slice(at, at + whole.length * count);
  try {
    const characters = decodeURIComponent(sequence.replaceAll(/%25/g, "%"));
    return { characters, end: at + sequence.length };
  } catch {
    return undefined;
  }
}

const PERCENT = /%(?:25(?=[0-9a-f]{2}))?([0-9a-f]{2})/iy;

function backslashed(text: string, at: number): Escape | undefined {
  BACKSLASH.lastIndex = at;
  const [whole = "", hex, letter = ""] = BACKSLASH.exec(text) ?? [];
  if (whole === "") return undefined;
  const characters =
    hex === undefined
      ? (CONTROLS[letter] ?? letter)
      : String.fromCharCode(Number.parseInt(hex, 16));
  return { characters, end: at + whole.length };
}

const BACKSLASH = /\\{1,16}(?:u([0-9a-f]{4})|(["'/nrtbf]))|\\\\/iy;
const CONTROLS: Readonly<Record<string, string>> = {
  "": "\\",
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
};

function entity(text: string, at: number): Escape | undefined {
  ENTITY.lastIndex = at;
  const [whole = "", name, decimal, hex] = ENTITY.exec(text) ?? [];
  if (whole === "") return undefined;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const characters = name === undefined ? String.fromCharCode(code) : (ENTITIES[name] ?? "");
  return { characters, end: at + whole.length };
}

const ENTITY = /&(?:(amp|quot|apos|lt|gt)|#(\d{1,5})|#x([0-9a-f]{1,4}));/iy;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
};

function matchAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
