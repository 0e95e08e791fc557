import type { Readable, Writable } from "node:stream";

import { BIN, spawnCli, type CliOptions, type Finished } from "./run-cli.js";

/** A run on a terminal of its own. */
export interface OnTerminal {
  /** Types on the keyboard. */
  type(keys: string): void;
  /** Waits until the screen was sent something like this. */
  shows(pattern: RegExp): Promise<void>;
  /** Takes the terminal away, as a closed window does. */
  hangUp(): void;
  readonly done: Promise<Pick<Finished, "exit" | "left"> & { screen: string }>;
}

interface TerminalOptions extends CliOptions {
  /** A piece of shell behind the command. */
  readonly redirect?: string;
  readonly columns?: number;
  /** What to start instead of the built program. */
  readonly program?: readonly string[];
}

/** Starts the built program on a real pseudo-terminal. */
export function startOnTerminal(
  args: readonly string[],
  { redirect = "", columns = 80, program = [process.execPath, BIN], ...options }: TerminalOptions,
): OnTerminal {
  const words = [...program, ...args].map(quoted).join(" ");
  // A new terminal has no size, and nothing is drawn on one without.
  const command = `stty cols ${columns} rows 24; exec ${words} ${redirect}`;
  const { child, ended } = spawnCli(
    ["script", "--quiet", "--flush", "--return", "--command", command, "/dev/null"],
    ["pipe", "pipe", "inherit"],
    { ...options, env: { TERM: "xterm", ...options.env } },
  );
  const out = child.stdout as Readable;
  let screen = "";
  let changed = (): void => undefined;
  out.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    changed();
  });
  const closed = new Promise<void>((resolve) => out.once("close", resolve));
  const done = ended.then(async (ending) => {
    await closed;
    return { ...ending, screen };
  });
  return {
    type: (keys) => void (child.stdin as Writable).write(keys),
    async shows(pattern) {
      while (!pattern.test(screen)) {
        const more = new Promise<undefined>((resolve) => {
          changed = () => resolve(undefined);
        });
        const over = await Promise.race([more, done]);
        if (over !== undefined) throw new Error(`never showed ${pattern}: ${JSON.stringify(over)}`);
      }
    },
    hangUp: () => void child.kill("SIGKILL"),
    done,
  };
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
