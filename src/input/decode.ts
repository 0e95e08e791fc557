import { CliError } from "../outcome/errors.js";

/** Why bytes are no prompt: an encoding that is not read, or one that does not fit; `at` is a bad byte. */
export type DecodeProblem =
  { kind: "unsupported" | "undecodable"; encoding: string } | { kind: "invalid"; at: number };

/** Decodes a prompt: UTF-8, or UTF-16 with a byte order mark; throws on anything else. */
export function decodePrompt(
  bytes: Buffer,
  source: string,
  decodeError = (problem: DecodeProblem): CliError => unreadable(source, problem),
): string {
  const starts = (...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte);

  if (starts(0xef, 0xbb, 0xbf)) return utf8(bytes.subarray(3), decodeError);
  if (starts(0xff, 0xfe, 0, 0)) throw decodeError({ kind: "unsupported", encoding: "UTF-32LE" });
  if (starts(0, 0, 0xfe, 0xff)) throw decodeError({ kind: "unsupported", encoding: "UTF-32BE" });
  if (starts(0xff, 0xfe)) return utf16("utf-16le", bytes.subarray(2), decodeError);
  if (starts(0xfe, 0xff)) return utf16("utf-16be", bytes.subarray(2), decodeError);
  return utf8(bytes, decodeError);
}

function unreadable(source: string, problem: DecodeProblem): CliError {
  return new CliError("input", `failed to read the prompt from ${source}: ${reason(problem)}`, {
    hint: "convert it to UTF-8 first, for example with: iconv -t UTF-8",
  });
}

function reason(problem: DecodeProblem): string {
  if (problem.kind === "invalid") return `invalid UTF-8 at byte ${String(problem.at)}`;
  return `${problem.kind === "unsupported" ? "it is" : "invalid"} ${problem.encoding}`;
}

type DecodeError = (problem: DecodeProblem) => CliError;

function utf8(bytes: Buffer, decodeError: DecodeError): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw decodeError({ kind: "invalid", at: firstBadByte(bytes) });
  }
}

function utf16(label: "utf-16le" | "utf-16be", bytes: Buffer, decodeError: DecodeError): string {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw decodeError({ kind: "undecodable", encoding: label.toUpperCase() });
  }
}

/** Offset of the first invalid byte: the first U+FFFD in the text that is not in the bytes. */
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
