/** A text that gives a secret away: the secret, or what it becomes in an encoding. */
export interface SecretForm {
  text: string;
  /** Whether lines may be broken anywhere in it, as in base64. */
  wraps: boolean;
}

/** Lists the forms of a secret. How single characters are escaped is the matcher's business. */
export function formsOf(secret: string): SecretForm[] {
  const bytes = Buffer.from(secret, "utf8");
  const quoted = Array.from({ length: MAX_JSON_DEPTH }).reduce<string[]>(
    (forms) => [...forms, JSON.stringify(forms.at(-1)).slice(1, -1)],
    [secret],
  );
  // What was encoded before it was encoded again: a form in JSON, an address, a document of logins.
  const inner = [bytes, Buffer.from(quoted[1] ?? ""), Buffer.from(encodeLoosely(secret))];
  const once = inner.flatMap((each) => base64Of(each));
  const twice = base64Of(bytes).flatMap((each) => base64Of(Buffer.from(each)));
  const plain = [...quoted, bytes.toString("latin1"), bytes.toString("hex")];
  return [
    ...[...new Set([...plain, bytes.toString("hex").toUpperCase()])].map(asIs),
    ...[...new Set([...once, ...twice])].filter((text) => text.length >= MIN_LENGTH).map(wrapped),
  ];
}

/** JSON in JSON in JSON, in a line of JSON. */
const MAX_JSON_DEPTH = 3;
const MIN_LENGTH = 4;

const asIs = (text: string): SecretForm => ({ text, wraps: false });
const wrapped = (text: string): SecretForm => ({ text, wraps: true });

/** Lone halves of characters cannot be encoded. */
function encodeLoosely(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * What base64 makes of these bytes wherever they stand in others: behind 0, 1 or 2 bytes the digits
 * differ, and those that share bits with a neighbour are left out. Both alphabets.
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
