import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { ReadStream, WriteStream } from "node:tty";

import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";

/** The terminal somebody sits at, whatever stdin and stdout are; undefined where there is none. */
export function findTerminal(path = TERMINAL): typeof askOnTerminal | undefined {
  try {
    closeSync(openSync(path, "r+"));
    return askOnTerminal;
  } catch {
    return undefined;
  }
}

/** How wide that terminal is; one that does not know counts as 80 columns. */
export function terminalColumns(): number {
  try {
    const screen = new WriteStream(openSync(TERMINAL, "r+"));
    const { columns } = screen;
    screen.destroy();
    return columns > 0 ? columns : USUAL_COLUMNS;
  } catch {
    return USUAL_COLUMNS;
  }
}

/** Shows a text and waits for a line; null when none comes, or when it is time to stop. */
async function askOnTerminal(text: string, stop: AbortSignal): Promise<string | null> {
  dropTypedAhead();
  const fd = openSync(TERMINAL, "r+");
  const input = new ReadStream(fd);
  // Not as a terminal of its own: that would keep Ctrl-C from being a signal.
  const lines = createInterface({ input, terminal: false });
  const answer = nextLine(lines, input, stop);
  await writeAll(fd, sanitizeForTerminal(text), stop);
  const line = await answer;
  // What nobody answered leaves the line open.
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
    // Both, and for good: a terminal that is gone says so more than once.
    lines.on("error", stopped);
    input.on("error", stopped);
    if (stop.aborted) stopped();
    else stop.addEventListener("abort", stopped, { once: true });
  });
}

/** What was typed before the question was there does not answer it. */
function dropTypedAhead(): void {
  const fd = openSync(TERMINAL, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(4096);
    while (readSync(fd, bytes) > 0);
  } catch {
    // There is no more of it, or no terminal.
  } finally {
    closeSync(fd);
  }
}

/** Writes as fast as the terminal takes it: it may be stopped, or gone. */
async function writeAll(fd: number, text: string, stop: AbortSignal): Promise<void> {
  let left = Buffer.from(text);
  while (left.length > 0 && !stop.aborted) {
    try {
      left = left.subarray(writeSync(fd, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      await wait(FULL_MS);
    }
  }
}

const TERMINAL = "/dev/tty";
const USUAL_COLUMNS = 80;
const FULL_MS = 20;
const GRACE_MS = 200;
