import { CliError } from "../outcome/errors.js";

/** Prompt bytes as text: UTF-8, or UTF-16 when a byte order mark says so; anything else is refused. */
export function decodePrompt(bytes: Buffer, source: string): string {
  const refuse = (why: string): CliError =>
    new CliError("input", `failed to read the prompt from ${source}: ${why}`, {
      hint: "convert it to UTF-8 first, for example with: iconv -t UTF-8",
    });
  const starts = (...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte);

  if (starts(0xef, 0xbb, 0xbf)) return utf8(bytes.subarray(3), refuse);
  if (starts(0xff, 0xfe, 0, 0)) throw refuse("it is UTF-32LE");
  if (starts(0, 0, 0xfe, 0xff)) throw refuse("it is UTF-32BE");
  if (starts(0xff, 0xfe)) return utf16("utf-16le", bytes.subarray(2), refuse);
  if (starts(0xfe, 0xff)) return utf16("utf-16be", bytes.subarray(2), refuse);
  return utf8(bytes, refuse);
}

function utf8(bytes: Buffer, refuse: (why: string) => CliError): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refuse(`invalid UTF-8 at byte ${String(firstBadByte(bytes))}`);
  }
}

function utf16(
  label: "utf-16le" | "utf-16be",
  bytes: Buffer,
  refuse: (why: string) => CliError,
): string {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refuse(`invalid ${label.toUpperCase()}`);
  }
}

/** Where the text stops being what the bytes say: the first replacement that is none itself. */
function firstBadByte(bytes: Buffer): number {
  const text = bytes.toString("utf8");
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf(REPLACEMENT); at !== -1; at = text.indexOf(REPLACEMENT, from)) {
    offset += Buffer.byteLength(text.slice(from, at));
    if (!bytes.subarray(offset, offset + 3).equals(REPLACEMENT_BYTES)) return offset;
    offset += 3;
    from = at + 1;
  }
  return bytes.length;
}

const REPLACEMENT = "\uFFFD";
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT);
