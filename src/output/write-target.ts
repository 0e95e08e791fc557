import { closeSync, constants, openSync, write as writeFd } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { withDeadline } from "../async/with-deadline.js";
import { CliError, errorMessage } from "../outcome/errors.js";
import type { RunContext } from "../context.js";
import { replace } from "./files.js";
import { targetOf } from "./target.js";

/** Writes a text to a path. Waits for the reader of a pipe until `stop` aborts. */
export async function writeTarget(
  path: string,
  text: string,
  { stdout, stderr, stop }: Pick<RunContext, "stdout" | "stderr" | "stop">,
): Promise<void> {
  try {
    const target = targetOf(path, { stdout, stderr });
    const abortably = (write: (signal: AbortSignal) => Promise<void>): Promise<void> =>
      untilStopped(stop.signal, write);
    if (target.kind === "file") await replace(target.path, text);
    else if (target.kind === "stream")
      await abortably((signal) => writeStream(target, text, signal));
    else if (target.kind === "descriptor")
      await abortably((signal) => writeAll(target.fd, text, signal));
    else if (target.kind === "stderr") await writeLines(stderr, text);
    else throw new Error("it now refers to stdout");
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError("output_failed", `cannot write ${path}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/** Aborts the write with `stop`; if that has aborted already, after a grace period. */
async function untilStopped(
  stop: AbortSignal,
  write: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const writeUntil = (signal: AbortSignal): Promise<void> =>
    write(signal).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error;
    });
  return stop.aborted
    ? withDeadline({ ms: GRACE_MS, late: stop.reason as Error }, writeUntil)
    : writeUntil(stop);
}

const GRACE_MS = 1000;

async function writeStream(
  { path, isPipe }: { path: string; isPipe: boolean },
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const fd = await openStream(path, isPipe, signal);
  try {
    await writeAll(fd, text, signal);
  } finally {
    closeSync(fd);
  }
}

/** Opens without blocking: a pipe without a reader is retried until there is one. */
async function openStream(path: string, isPipe: boolean, signal: AbortSignal): Promise<number> {
  for (;;) {
    try {
      return openSync(path, OPEN_FLAGS);
    } catch (error) {
      if (!isPipe || codeOf(error) !== "ENXIO") throw error;
      await delay(POLL_MS, undefined, { signal });
    }
  }
}

const OPEN_FLAGS =
  constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK | constants.O_NOCTTY;

async function writeAll(fd: number, text: string, signal: AbortSignal): Promise<void> {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) {
    signal.throwIfAborted();
    try {
      done += (await promisify(writeFd)(fd, bytes, done, bytes.length - done, null)).bytesWritten;
    } catch (error) {
      // The pipe is full.
      if (codeOf(error) !== "EAGAIN") throw error;
      await delay(POLL_MS, undefined, { signal });
    }
  }
}

const POLL_MS = 20;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Writes whole lines: stderr also has progress lines. */
const writeLines = (stderr: RunContext["stderr"], text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const lines = text === "" || text.endsWith("\n") ? text : `${text}\n`;
    stderr.write(lines, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
