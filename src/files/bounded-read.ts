import { closeSync, constants, fstatSync, openSync, read as readFd, readSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { CliError, errorMessage } from "../outcome/errors.js";

export interface BoundedRead {
  /** What error messages call it: the flag and the file as they were typed. */
  what: string;
  maxBytes: number;
  /** Aborts the read at once, also of a pipe or device; its reason is thrown. */
  signal: AbortSignal;
}

/**
 * Reads a file, a pipe or a device to its end. Throws an error with the limit if it is larger than that;
 * waits for the writer of a named pipe until the signal is aborted.
 */
export async function readBounded(path: string, read: BoundedRead): Promise<Buffer> {
  const { what, signal } = read;
  signal.throwIfAborted();
  try {
    // Without O_NONBLOCK, opening a pipe waits for a writer, in a thread that cannot be cancelled.
    const fd = openSync(path, READ_AT_ONCE);
    return fstatSync(fd).isFIFO() ? await fromPipe(fd, read) : await fromFile(fd, read);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof CliError) throw error;
    throw new CliError("input", `cannot read ${what}: ${errorMessage(error)}`, { cause: error });
  }
}

/** Reads a small regular file synchronously; rejects all others, as reading them might block. */
export function readRegular(
  path: string,
  maxBytes: number,
  { followLink = true }: { followLink?: boolean } = {},
): Buffer {
  const fd = openSync(path, followLink ? READ_AT_ONCE : READ_AT_ONCE | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error("it is not a regular file");
    if (stats.size > maxBytes)
      throw new Error(`it is larger than the limit of ${sizeName(maxBytes)}`);
    // One byte more than allowed: a file may grow, and files in /proc have size 0.
    const bytes = Buffer.allocUnsafe(Math.max(stats.size, Math.min(maxBytes, PROBE_BYTES)) + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count) {
      count = readSync(fd, bytes, length, bytes.length - length, null);
    }
    if (length > maxBytes) throw new Error(`it is larger than the limit of ${sizeName(maxBytes)}`);
    return bytes.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}

/** Formats a number of bytes for messages. */
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
      // A terminal or another device without input yet.
      await delay(POLL_MS, undefined, { signal });
    }
  }
}

const CHUNK_BYTES = 64 * 1024;
const POLL_MS = 50;

/** Reads through a socket: a plain read returns 0 both at the end of a pipe and before it has a writer. */
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
  new CliError("input", `${what} is larger than the limit of ${sizeName(maxBytes)}`);
