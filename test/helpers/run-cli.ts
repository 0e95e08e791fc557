import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { execa } from "execa";

import { killAll, leftBehind, MARKER } from "./processes.js";

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
  /** Where stdout and stderr go when nobody reads them: a path, or nowhere at all. */
  readonly stdout?: { readonly file: string };
}

/** How a run ended: the status, or the name of the signal that ended it. */
export interface Finished {
  readonly exit: number | string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Processes that outlived it. */
  readonly left: readonly string[];
}

/** A run that goes on. */
export interface Running {
  readonly pid: number;
  readonly marker: string;
  /** The first line of stdout, from the start, that matches. */
  line(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  readonly done: Promise<Finished>;
}

/** Runs the built program to its end. */
export const runCli = (args: readonly string[], options: CliOptions = {}): Promise<Finished> =>
  startCli(args, options).done;

/** Starts the built program in a clean environment and leaves it running. */
export function startCli(args: readonly string[], options: CliOptions = {}): Running {
  const marker = randomUUID();
  const { cwd, env, stdin, stdout } = options;
  const child = execa(process.execPath, [BIN, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    ...(typeof stdin === "object" ? { input: stdin.bytes } : {}),
    ...(stdin === undefined ? { stdin: "ignore" } : {}),
    ...(stdout === undefined ? {} : { stdout }),
    env: { ...cleanEnv(), ...env, [MARKER]: marker },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: 256 * 1024 * 1024,
  });
  const limit = setTimeout(() => void killAll(marker), LIMIT_MS);
  const done = child.then(async (result): Promise<Finished> => {
    clearTimeout(limit);
    const { exitCode, signal, stderr } = result;
    const left = await leftBehind(marker);
    await killAll(marker);
    return { exit: signal ?? exitCode, stdout: result.stdout ?? "", stderr, left };
  });
  return {
    pid: child.pid ?? 0,
    marker,
    line: lineFinder(child.stdout, done),
    kill: (signal) => void child.kill(signal),
    done,
  };
}

const LIMIT_MS = 30_000;

/** Nothing of the outside that could reach codex or turnpipe, and no colour. */
export function cleanEnv(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(CODEX_|OPENAI_|TURNPIPE_|FORCE_COLOR$|CI$)/.test(entry[0]),
  );
  // No config of whoever runs the tests.
  return { ...Object.fromEntries(kept), NO_COLOR: "1", XDG_CONFIG_HOME: "/nowhere" };
}

function lineFinder(stdout: NodeJS.ReadableStream | null, done: Promise<Finished>) {
  const seen: string[] = [];
  let news = (): void => undefined;
  if (stdout !== null) {
    createInterface({ input: stdout }).on("line", (line) => {
      seen.push(line);
      news();
    });
  }
  return async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = seen.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      const more = new Promise<undefined>((resolve) => {
        news = () => resolve(undefined);
      });
      const over = await Promise.race([more, done]);
      if (over !== undefined) throw new Error(`ended without ${pattern}: ${JSON.stringify(over)}`);
    }
  };
}
