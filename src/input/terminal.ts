import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { ReadStream, WriteStream } from "node:tty";

import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";

/** Finds the controlling terminal, whatever stdin and stdout are; undefined where there is none. */
export function findTerminal(path = TERMINAL): typeof askOnTerminal | undefined {
  try {
    closeSync(openSync(path, "r+"));
    return askOnTerminal;
  } catch {
    return undefined;
  }
}

/** The width of the controlling terminal; 80 columns if unknown. */
export function terminalColumns(): number {
  try {
    const screen = new WriteStream(openSync(TERMINAL, "r+"));
    const { columns } = screen;
    screen.destroy();
    return columns > 0 ? columns : DEFAULT_COLUMNS;
  } catch {
    return DEFAULT_COLUMNS;
  }
}

/** Shows a text and reads a line; null on end of input or when `stop` aborts. */
async function askOnTerminal(text: string, stop: AbortSignal): Promise<string | null> {
  dropTypedAhead();
  const fd = openSync(TERMINAL, "r+");
  const input = new ReadStream(fd);
  // `terminal: true` would set raw mode, and Ctrl-C would not be a signal.
  const lines = createInterface({ input, terminal: false });
  const answer = nextLine(lines, input, stop);
  await writeAll(fd, sanitizeForTerminal(text), stop);
  const line = await answer;
  // Without an answer the cursor is still behind the text.
  if (line === null) await writeAll(fd, "\n", AbortSignal.timeout(GRACE_MS));
  lines.close();
  input.destroy();
  return line;
}

function nextLine(
  lines: ReturnType<typeof createInterface>,
  input: ReadStream,
  stop: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    const end = (line: string | null): void => {
      stop.removeEventListener("abort", stopped);
      resolve(line);
    };
    const stopped = (): void => {
      end(null);
    };
    lines.once("line", end);
    lines.once("close", stopped);
    // `on`, not `once`, and on both: a terminal that is gone emits more than one error.
    lines.on("error", stopped);
    input.on("error", stopped);
    if (stop.aborted) stopped();
    else stop.addEventListener("abort", stopped, { once: true });
  });
}

/** Discards what was typed before the text was shown. */
function dropTypedAhead(): void {
  const fd = openSync(TERMINAL, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(4096);
    while (readSync(fd, bytes) > 0);
  } catch {
    // Nothing left to read, or no terminal.
  } finally {
    closeSync(fd);
  }
}

/** Writes without blocking; the terminal may be suspended or gone. */
async function writeAll(fd: number, text: string, stop: AbortSignal): Promise<void> {
  let left = Buffer.from(text);
  while (left.length > 0 && !stop.aborted) {
    try {
      left = left.subarray(writeSync(fd, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      await wait(RETRY_MS);
    }
  }
}

const TERMINAL = "/dev/tty";
const DEFAULT_COLUMNS = 80;
const RETRY_MS = 20;
const GRACE_MS = 200;
