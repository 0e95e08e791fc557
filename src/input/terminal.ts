import { closeSync, openSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { ReadStream } from "node:tty";

import { sanitizeForTerminal } from "../text/sanitize-for-terminal.js";

/** The terminal somebody sits at, whatever stdin and stdout are; undefined where there is none. */
export function findTerminal(path = "/dev/tty"): typeof askOnTerminal | undefined {
  try {
    closeSync(openSync(path, "r+"));
    return askOnTerminal;
  } catch {
    return undefined;
  }
}

/** Shows a text and waits for a line; null when none comes, or when it is time to stop. */
function askOnTerminal(text: string, stop: AbortSignal): Promise<string | null> {
  const fd = openSync("/dev/tty", "r+");
  const input = new ReadStream(fd);
  // Not as a terminal of its own: that would keep Ctrl-C from being a signal.
  const lines = createInterface({ input, terminal: false });
  writeSync(fd, sanitizeForTerminal(text));
  return new Promise((resolve) => {
    let over = false;
    const end = (line: string | null): void => {
      if (over) return;
      over = true;
      stop.removeEventListener("abort", stopped);
      // What nobody answered leaves the line open.
      if (line === null) writeLine(fd);
      lines.close();
      input.destroy();
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

/** The terminal may be gone. */
function writeLine(fd: number): void {
  try {
    writeSync(fd, "\n");
  } catch {
    // nobody sees it
  }
}
