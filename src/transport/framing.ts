import ndjson from "ndjson";

import type { Received } from "./transport.js";

/** Longest line we accept from a server. */
const LINE_LIMIT = 64 * 1024 * 1024;
const LF = 0x0a;

export interface Framing {
  write(chunk: Buffer): void;
  /** No more bytes; a last line without its LF is reported, not taken. Resolves when all is delivered. */
  end(): Promise<void>;
}

/**
 * Bytes in, JSON values out, one per LF.
 * The parser gets whole lines only: given chunks it splits its growing buffer again for each one
 * (quadratic, minutes for a 60 MB line), and it is fed by hand because one bad line unplugs a pipe.
 */
export function frameLines(deliver: (received: Received) => void, limit = LINE_LIMIT): Framing {
  let pieces: Buffer[] = [];
  let size = 0;

  const rows = ndjson.parse({ strict: true });
  // Both come while the line is being written, so `size` is still its size.
  rows.on("data", (value: unknown) => {
    deliver({ kind: "value", value, size });
  });
  rows.on("error", (error: Error) => {
    deliver({ kind: "malformed", problem: error.message, raw: line.toString(), size });
  });
  const ended = new Promise<void>((resolve) => rows.once("end", resolve));

  let line: Buffer = Buffer.alloc(0);
  const keep = (piece: Buffer): void => {
    size += piece.length;
    // An over-long line is counted but not kept.
    if (size > limit) pieces = [];
    else pieces.push(piece);
  };
  const takeLine = (): void => {
    const bad = (problem: string, kept: number): void => {
      deliver({ kind: "malformed", problem, size: kept });
    };
    // Nothing of it was kept.
    if (size > limit) bad(`a line of ${size} bytes is over the limit of ${limit}`, 0);
    else {
      line = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, size);
      // Handed to an ndjson stream, the line `null` would end it, also with CRLF or blanks around it.
      if (line.length < 64 && line.toString().trim() === "null")
        deliver({ kind: "value", value: null, size });
      else if (isTooDeep(line)) bad(`a line is nested deeper than ${DEEPEST} levels`, size);
      else rows.write(line);
    }
    pieces = [];
    size = 0;
  };

  return {
    write(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
        keep(chunk.subarray(from, at + 1));
        takeLine();
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
    end() {
      if (size > 0) {
        const problem = `a line was cut off after ${size} bytes`;
        const raw = size > limit ? undefined : Buffer.concat(pieces).toString();
        deliver({ kind: "malformed", problem, raw, size: 0 });
      }
      rows.end();
      return ended;
    },
  };
}

/** codex reads 128 levels; thousands cannot be written again, because that takes a call for each. */
const DEEPEST = 512;

/** Looks at brackets outside of texts; most lines are too short to be deep. */
function isTooDeep(line: Buffer): boolean {
  if (line.length <= 2 * DEEPEST) return false;
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at];
    if (byte === QUOTE) at = endOfText(line, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > DEEPEST) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** The quote that ends the text which begins here; a text may be long, and the search for it is fast. */
function endOfText(line: Buffer, start: number): number {
  for (let at = line.indexOf(QUOTE, start + 1); at !== -1; at = line.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (line[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return line.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
