import { appendFileSync, closeSync, constants, fchmodSync, openSync } from "node:fs";
import { resolve } from "node:path";

import { CliError, errorMessage } from "../outcome/errors.js";
import { targetOf } from "../output/target.js";
import { diagnostic } from "../text/diagnostic.js";
import type { RunContext } from "../context.js";

/** Serializes a value as a JSON line, with secrets redacted. */
export type ToLine = (value: object) => string;

/** Appends lines to a recording, each one at once. */
export interface RecordingWriter {
  write(value: object): void;
  close(): void;
}

/**
 * Opens the file of `--record`. A later write error is a single warning and does not end the run.
 */
export function openRecording(
  file: string,
  { cwd, stdout, stderr }: Pick<RunContext, "cwd" | "stdout" | "stderr">,
  toLine: ToLine = JSON.stringify,
): RecordingWriter {
  const fd = open(file, resolve(cwd, file), { stdout, stderr });
  let usable = true;
  return {
    write(value) {
      if (!usable) return;
      try {
        appendFileSync(fd, `${toLine(value)}\n`);
      } catch (error) {
        usable = false;
        const message = `--record ${file}: ${errorMessage(error)}: the recording ends here`;
        stderr.write(`warning: ${diagnostic(message)}\n`);
      }
    },
    close() {
      usable = false;
      closeSync(fd);
    },
  };
}

function open(file: string, path: string, own: Pick<RunContext, "stdout" | "stderr">): number {
  try {
    if (file === "-")
      throw new Error("stdout is for the answer: name a file (./- for a file called -)");
    const target = targetOf(path, own);
    // A pipe may have no reader, and a file behind stdout must not be truncated.
    if (target.kind !== "file")
      throw new Error("it is not a regular file, or it is already open as an output");
    const fd = openSync(target.path, OPEN_FLAGS, OWNER_ONLY);
    // An existing file may have been readable for others.
    fchmodSync(fd, OWNER_ONLY);
    return fd;
  } catch (error) {
    throw new CliError("input", `--record ${file}: cannot be written: ${errorMessage(error)}`);
  }
}

const OWNER_ONLY = 0o600;

/** O_NONBLOCK: if a pipe has replaced the file meanwhile, do not wait for a reader. */
const OPEN_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NONBLOCK;
