/** A text that reveals a secret: the secret itself, or an encoding of it. */
export interface SecretForm {
  text: string;
  /** Whether it may be broken into lines anywhere, as base64 is. */
  wraps: boolean;
}

/** Lists the encodings of a secret. Escapes of single characters are left to the matcher. */
export function formsOf(secret: string): SecretForm[] {
  const bytes = Buffer.from(secret, "utf8");
  const quoted = Array.from({ length: MAX_JSON_DEPTH }).reduce<string[]>(
    (forms) => [...forms, JSON.stringify(forms.at(-1)).slice(1, -1)],
    [secret],
  );
  // Encoded before being encoded as base64: as JSON, in a URL, in a credentials document.
  const inner = [bytes, Buffer.from(quoted[1] ?? ""), Buffer.from(encodeLoosely(secret))];
  const once = inner.flatMap((each) => base64Of(each));
  const twice = base64Of(bytes).flatMap((each) => base64Of(Buffer.from(each)));
  const plain = [...quoted, bytes.toString("latin1"), bytes.toString("hex")];
  return [
    ...[...new Set([...plain, bytes.toString("hex").toUpperCase()])].map(asIs),
    ...[...new Set([...once, ...twice])].filter((text) => text.length >= MIN_LENGTH).map(wrapped),
  ];
}

/** JSON in JSON in JSON, in a JSON line. */
const MAX_JSON_DEPTH = 3;
const MIN_LENGTH = 4;

const asIs = (text: string): SecretForm => ({ text, wraps: false });
const wrapped = (text: string): SecretForm => ({ text, wraps: true });

/** URL-encodes a text; lone surrogates cannot be encoded and leave it as it is. */
function encodeLoosely(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Lists the base64 digits of these bytes at any offset in other bytes: the digits differ after 0, 1 or 2
 * bytes, and those that share bits with a neighbouring byte are left out. Both alphabets.
 */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    const own = digits.slice(from, to);
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
