import { constants, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { resolve } from "node:path";

import { readRegular, sizeName } from "../files/bounded-read.js";
import { CliError, errorMessage } from "../outcome/errors.js";
import type { SteerLine, SteerSource } from "../dialect/steer-line.js";
import { parseSteerLine } from "../dialect/steer-line.js";

/** Opens what `--steer-from` names: a file, read once, or a pipe, read as long as the turn runs. */
export function openSteering(file: string, cwd: string): SteerSource {
  const path = resolve(cwd, file);
  try {
    const kind = statSync(path);
    if (kind.isFIFO()) return pipeSource(path);
    if (kind.isFile()) return fileSource(readRegular(path, MAX_FILE_BYTES));
  } catch (error) {
    throw new CliError("input", `cannot read --steer-from ${file}: ${errorMessage(error)}`);
  }
  throw new CliError("input", `--steer-from ${file} is neither a file nor a pipe`, {
    hint: "make a pipe with: mkfifo NAME",
  });
}

function fileSource(bytes: Buffer): SteerSource {
  return {
    onLine(take) {
      const split = lineSplitter(take);
      split(bytes);
      split(NEWLINE);
    },
    close: () => undefined,
  };
}

/**
 * Reads a named pipe. Opened for writing as well: a pipe without a writer would block at the start,
 * and end when the first writer leaves. A socket, because a file stream blocks in a thread that cannot
 * be cancelled.
 */
function pipeSource(path: string): SteerSource {
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true, writable: false });
  pipe.on("error", () => undefined);
  return {
    onLine(take) {
      pipe.on("data", lineSplitter(take));
    },
    pause: () => void pipe.pause(),
    resume: () => void pipe.resume(),
    close() {
      pipe.destroy();
    },
  };
}

const MAX_FILE_BYTES = 16 * 1024 * 1024;

const NEWLINE = Buffer.from("\n");

/**
 * Splits chunks into lines; characters and lines may span chunks. A line that is too long is reported,
 * and the rest of it skipped.
 */
function lineSplitter(take: (line: SteerLine) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let skipping = false;
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      const whole = Buffer.concat([...parts, chunk.subarray(from, end)]);
      const line = skipping ? "" : whole.toString("utf8").trim();
      parts = [];
      length = 0;
      skipping = false;
      from = end + 1;
      if (line !== "") take(parseSteerLine(line));
    }
    if (skipping) return;
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length <= MAX_LINE_BYTES) return;
    parts = [];
    length = 0;
    skipping = true;
    take({ text: null, problem: `a line of more than ${sizeName(MAX_LINE_BYTES)}` });
  };
}

/** More than the server accepts as input. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
