import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { platform } from "node:os";

import { readProcess } from "./proc.js";

/**
 * Marks a process with a unique limit on file locks. All processes that it starts afterwards inherit the
 * limit, also through `env -i` and `setsid`, and Linux does not enforce it. Node cannot set limits, so
 * prlimit(1) does: `done` settles when that has exited or could not be started.
 */
export function markByLimit({ pid }: ChildProcess): LimitMark | undefined {
  if (pid === undefined || platform() !== "linux" || readProcess(pid) === undefined)
    return undefined;
  const limit = String(MIN_LIMIT + randomInt(MIN_LIMIT));
  const args = [`--pid=${pid}`, `--locks=${limit}:${limit}`];
  const prlimit = spawn("/usr/bin/prlimit", args, {
    stdio: "ignore",
    env: {},
    timeout: PRLIMIT_MS,
  });
  prlimit.unref();
  const done = new Promise<void>((resolve) => {
    prlimit.once("error", () => {
      resolve();
    });
    prlimit.once("exit", () => {
      resolve();
    });
  });
  return { limit, done };
}

export interface LimitMark {
  /** The limit as /proc prints it. */
  limit: string;
  done: Promise<void>;
}

/** It usually takes about 2 ms. */
const PRLIMIT_MS = 1000;

/** More locks than any program takes. */
const MIN_LIMIT = 2 ** 47;
