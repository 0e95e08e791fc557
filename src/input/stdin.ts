import type { Readable } from "node:stream";

import { sizeName } from "../files/bounded-read.js";
import { CliError, errorMessage } from "../outcome/errors.js";

interface ReadAllOptions {
  /** How long to wait for the first byte or the end; undefined waits for ever. */
  firstByteMs: number | undefined;
  /** More than this is an error as soon as it has arrived: a pipe need not have an end. */
  maxBytes: number;
  stop: AbortSignal;
  /** Called once when nothing arrived for a second, so that people know why the program waits. */
  onWait(): void;
  /** The error for a silent pipe, if stdin is not a prompt. */
  silent?: (ms: number) => CliError;
  /** The error for too much input, if stdin is not a prompt. */
  tooLong?: (limit: string) => CliError;
}

/**
 * Reads standard input to its end. `firstByteMs` limits only the wait for the first byte, so that data
 * is never cut off.
 */
export function readAll(
  stdin: Readable,
  { firstByteMs, maxBytes, stop, onWait, silent = silentStdin, tooLong = tooMuch }: ReadAllOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    const timers: NodeJS.Timeout[] = [];
    const done = (settle: () => void): void => {
      timers.forEach(clearTimeout);
      stop.removeEventListener("abort", stopped);
      stdin.removeAllListeners("data");
      settle();
    };
    const stopped = (): void => {
      done(() => {
        reject(stop.reason as Error);
      });
    };
    timers.push(setTimeout(onWait, NOTICE_MS));
    if (firstByteMs !== undefined) {
      timers.push(
        setTimeout(() => {
          done(() => {
            reject(silent(firstByteMs));
          });
        }, firstByteMs),
      );
    }
    if (stop.aborted) stopped();
    stop.addEventListener("abort", stopped, { once: true });
    stdin.on("data", (chunk: Buffer) => {
      timers.forEach(clearTimeout);
      chunks.push(chunk);
      total += chunk.length;
      if (total <= maxBytes) return;
      stdin.pause();
      done(() => {
        reject(tooLong(sizeName(maxBytes)));
      });
    });
    stdin.once("error", (error) => {
      done(() => {
        reject(new CliError("input", `cannot read standard input: ${errorMessage(error)}`));
      });
    });
    stdin.once("end", () => {
      done(() => {
        resolve(Buffer.concat(chunks));
      });
    });
  });
}

const NOTICE_MS = 1000;

const tooMuch = (limit: string): CliError =>
  new CliError("input", `standard input has more than ${limit}, the limit for a prompt`, {
    hint: "put long material in a file and name the file in the prompt",
  });

const silentStdin = (ms: number): CliError =>
  new CliError(
    "input",
    `standard input is open but sent nothing for ${String(ms / 1000)} s, and a prompt was given`,
    { hint: "add --no-stdin (or < /dev/null) to ignore it, or --stdin to wait for it" },
  );
