import { closeSync, constants, fstatSync, openSync, read as readFd, readSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { CliError, reasonOf } from "../outcome/errors.js";

/** How a file that a user names is read. */
export interface BoundedRead {
  /** How messages name it: the flag and the file as they were typed. */
  what: string;
  maxBytes: number;
  /** Ends the reading at once, whatever the file is; the reason is thrown. */
  signal: AbortSignal;
}

/**
 * Reads a file, a pipe or a device to its end. What is larger than the limit is an error that names
 * the limit; a named pipe without a writer is waited for until the signal.
 */
export async function readBounded(path: string, read: BoundedRead): Promise<Buffer> {
  const { what, signal } = read;
  signal.throwIfAborted();
  try {
    // Without O_NONBLOCK, to open a pipe waits for a writer, in a thread that nobody can end.
    const fd = openSync(path, READ_AT_ONCE);
    return fstatSync(fd).isFIFO() ? await fromPipe(fd, read) : await fromFile(fd, read);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof CliError) throw error;
    throw new CliError("input", `cannot read ${what}: ${reasonOf(error)}`);
  }
}

/** Reads a small file that must be a regular one, at once: nothing else can be read without waiting. */
export function readRegular(
  path: string,
  maxBytes: number,
  { followLink = true }: { followLink?: boolean } = {},
): Buffer {
  const fd = openSync(path, followLink ? READ_AT_ONCE : READ_AT_ONCE | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error("it is not a regular file");
    if (stats.size > maxBytes) throw new Error(`it is larger than ${sizeName(maxBytes)}`);
    // One byte more than allowed: a file may grow, and one in /proc says that it has no size.
    const bytes = Buffer.allocUnsafe(Math.max(stats.size, Math.min(maxBytes, PROBE_BYTES)) + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count) {
      count = readSync(fd, bytes, length, bytes.length - length, null);
    }
    if (length > maxBytes) throw new Error(`it is larger than ${sizeName(maxBytes)}`);
    return bytes.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}

/** A number of bytes as messages name it. */
export const sizeName = (bytes: number): string =>
  bytes > MIB
    ? `${String(Math.floor(bytes / MIB))} MiB`
    : `${String(Math.floor(bytes / 1024))} KiB`;

const MIB = 1024 * 1024;
const PROBE_BYTES = 64 * 1024;
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

async function fromFile(fd: number, { what, maxBytes, signal }: BoundedRead): Promise<Buffer> {
  try {
    if (fstatSync(fd).size > maxBytes) throw tooLarge(what, maxBytes);
    const chunks: Buffer[] = [];
    for (let total = 0; ;) {
      signal.throwIfAborted();
      const chunk = await readSome(fd, signal);
      if (chunk.length === 0) return Buffer.concat(chunks);
      total += chunk.length;
      if (total > maxBytes) throw tooLarge(what, maxBytes);
      chunks.push(chunk);
    }
  } finally {
    closeSync(fd);
  }
}

async function readSome(fd: number, signal: AbortSignal): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    try {
      const { bytesRead } = await promisify(readFd)(fd, buffer, 0, CHUNK_BYTES, null);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      // A terminal or another device with nothing to say yet.
      await delay(POLL_MS, undefined, { signal });
    }
  }
}

const CHUNK_BYTES = 64 * 1024;
const POLL_MS = 50;

/** A socket and not reads: those cannot tell a pipe that had no writer yet from one at its end. */
async function fromPipe(fd: number, { what, maxBytes, signal }: BoundedRead): Promise<Buffer> {
  const pipe = new Socket({ fd, readable: true, writable: false });
  const stop = (): void => void pipe.destroy(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const chunks: Buffer[] = [];
    let total = 0;
    for await (const chunk of pipe as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > maxBytes) throw tooLarge(what, maxBytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener("abort", stop);
    pipe.destroy();
  }
}

const tooLarge = (what: string, maxBytes: number): CliError =>
  new CliError("input", `${what} is larger than ${sizeName(maxBytes)}: no more than that is read`);
