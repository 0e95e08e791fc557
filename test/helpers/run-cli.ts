import { spawn, type StdioOptions } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

import { describeProcesses, endLeftBehind, killAll, MARKER } from "./processes.js";

/** The built program, as it is published. */
export const BIN = fileURLToPath(new URL("../../bin/turnpipe.js", import.meta.url));

if (!existsSync(fileURLToPath(new URL("../../dist/turnpipe.js", import.meta.url)))) {
  throw new Error("there is no built program: run `npm run build` first");
}

/** What a run may change. */
export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What stdin holds; closed when absent, and open but silent for `"open"`. */
  readonly stdin?: { readonly bytes: string | Uint8Array } | "open";
  /** How long what it started may take to follow it. */
  readonly graceMs?: number;
}

/** How a run ended: its status, or the name of the signal that ended it. */
export interface Finished {
  readonly exit: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Processes that outlived it. */
  readonly left: readonly string[];
}

/** A run that goes on. */
export interface Running {
  readonly marker: string;
  /** The first line of stdout, from the start, that matches. */
  line(pattern: RegExp): Promise<string>;
  /** Waits until stdout has so many lines. */
  lines(count: number): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  readonly done: Promise<Finished>;
}

/** Runs the built program to its end. */
export const runCli = (args: readonly string[], options: CliOptions = {}): Promise<Finished> =>
  startCli(args, options).done;

/** Starts the built program, reads what it says, and leaves it running. */
export function startCli(args: readonly string[], options: CliOptions = {}): Running {
  const { stdin } = options;
  const stdio: StdioOptions = [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"];
  const { child, marker, ended } = spawnCli([process.execPath, BIN, ...args], stdio, options);
  if (typeof stdin === "object") feed(child.stdin as Writable, stdin.bytes);
  const out = child.stdout as Readable;
  const texts = Promise.all([textOf(out), textOf(child.stderr as Readable)]);
  const done = ended.then(async (ending): Promise<Finished> => {
    const [stdout, stderr] = await texts;
    return { ...ending, stdout, stderr };
  });
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal);
  return { marker, ...lineFinder(out, done), kill, done };
}

/** Starts any command in the clean environment of a run; its streams are the caller's to read. */
export function spawnCli(
  [file, ...args]: readonly [string, ...string[]],
  stdio: StdioOptions,
  { cwd, env, graceMs }: CliOptions,
) {
  const marker = randomUUID();
  const whole = { ...cleanEnv(), ...env, [MARKER]: marker };
  const child = spawn(file, args, { ...(cwd === undefined ? {} : { cwd }), env: whole, stdio });
  let stuck: string | undefined;
  const limit = setTimeout(() => {
    void describeProcesses(marker).then((processes) => {
      stuck = `still running after ${LIMIT_MS} ms: ${processes}`;
      return killAll(marker);
    });
  }, LIMIT_MS);
  const ended = new Promise<Pick<Finished, "exit" | "left">>((resolve, reject) => {
    child.once("error", reject);
    // "exit", not "close": what is left behind may hold the streams.
    child.once("exit", (code, signal) => {
      clearTimeout(limit);
      endLeftBehind(marker, graceMs).then(
        (commands) => resolve({ exit: stuck ?? signal ?? code, left: commands }),
        reject,
      );
    });
  });
  return { child, marker, ended };
}

/** More than turnpipe itself takes to notice a lost end of a turn: 60 s, and 20 s for the response. */
const LIMIT_MS = 90_000;

/** Nothing of the outside that could reach codex, git or turnpipe, no config of ours, and no colour. */
export function cleanEnv(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(CODEX_|OPENAI_|TURNPIPE_|GIT_|FORCE_COLOR$|CI$)/.test(entry[0]),
  );
  return { ...Object.fromEntries(kept), NO_COLOR: "1", XDG_CONFIG_HOME: "/nowhere" };
}

function feed(stdin: Writable, bytes: string | Uint8Array): void {
  // A run that ends early need not read it.
  stdin.on("error", () => undefined);
  stdin.end(bytes);
}

/** Everything a stream says until it closes. */
export async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => stream.once("close", resolve));
  return Buffer.concat(chunks).toString("utf8");
}

export function lineFinder(stdout: Readable, done: Promise<Finished>) {
  const seen: string[] = [];
  let notification = (): void => undefined;
  createInterface({ input: stdout }).on("line", (line) => {
    seen.push(line);
    notification();
  });
  const find = async <T>(look: () => T | undefined, what: string): Promise<T> => {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const more = new Promise<undefined>((resolve) => {
        notification = () => resolve(undefined);
      });
      const over = await Promise.race([more, done]);
      if (over !== undefined) throw new Error(`ended without ${what}: ${JSON.stringify(over)}`);
    }
  };
  return {
    line: (pattern: RegExp) =>
      find(() => seen.find((line) => pattern.test(line)), pattern.toString()),
    async lines(count: number) {
      await find(() => (seen.length >= count ? true : undefined), `${count} lines`);
    },
  };
}

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
