import ndjson from "ndjson";

import type { Received } from "./transport.js";

/** Longest line we accept from a server. */
const LINE_LIMIT = 64 * 1024 * 1024;
const LF = 0x0a;

export interface Framing {
  write(chunk: Buffer): void;
  /** Ends the input; a last line without LF is malformed. Resolves when everything is delivered. */
  end(): Promise<void>;
}

/**
 * Splits bytes into lines and parses each as JSON.
 * The parser gets whole lines only: given chunks it splits its growing buffer again for each one
 * (quadratic, minutes for a 60 MB line). It gets them by `write`, because one bad line unpipes a stream.
 */
export function frameLines(deliver: (received: Received) => void, limit = LINE_LIMIT): Framing {
  let pieces: Buffer[] = [];
  let size = 0;

  const reportMalformed = (problem: string, kept: number, raw?: string): void => {
    deliver({ kind: "malformed", problem, raw, size: kept });
  };
  const rows = ndjson.parse({ strict: true });
  // Both events fire synchronously in `write`, so `size` is still the size of this line.
  rows.on("data", (value: unknown) => {
    deliver({ kind: "value", value, size });
  });
  rows.on("error", (error: Error) => {
    reportMalformed(error.message, size, line.toString());
  });
  const ended = new Promise<void>((resolve) => rows.once("end", resolve));

  let line: Buffer = Buffer.alloc(0);
  const keep = (piece: Buffer): void => {
    size += piece.length;
    // A line over the limit is counted but not kept.
    if (size > limit) pieces = [];
    else pieces.push(piece);
  };
  const finishLine = (): void => {
    // Its bytes were dropped, hence the 0.
    if (size > limit) reportMalformed(`a line of ${size} bytes is over the limit of ${limit}`, 0);
    else {
      line = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, size);
      // The value `null` would end an object stream, also with CRLF or spaces around it.
      if (line.length < 64 && line.toString().trim() === "null")
        deliver({ kind: "value", value: null, size });
      else if (isTooDeep(line))
        reportMalformed(`a line is nested deeper than ${MAX_DEPTH} levels`, size);
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
        finishLine();
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
    end() {
      if (size > 0) {
        const raw = size > limit ? undefined : Buffer.concat(pieces).toString();
        reportMalformed(`a line was cut off after ${size} bytes`, 0, raw);
      }
      rows.end();
      return ended;
    },
  };
}

/** codex reads 128 levels; JSON.stringify is recursive, and overflows the stack at some thousands. */
const MAX_DEPTH = 512;

/** Counts brackets outside of strings; most lines are too short to be nested too deeply. */
function isTooDeep(line: Buffer): boolean {
  if (line.length <= 2 * MAX_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at];
    if (byte === QUOTE) at = endOfString(line, at);
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** The index of the closing quote of a string; `indexOf` is fast, and strings may be long. */
function endOfString(line: Buffer, start: number): number {
  for (let at = line.indexOf(QUOTE, start + 1); at !== -1; at = line.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (line[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return line.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
