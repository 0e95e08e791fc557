import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { platform } from "node:os";

import { readProcess } from "./proc.js";

/**
 * Gives a process a limit on file locks that no other has. All processes that it starts afterwards inherit the
 * limit, also through `env -i` and `setsid`, and Linux does not enforce it. Only a program can set it from
 * outside: `done` settles when that program has ended or could not be started.
 */
export function markByLimit({ pid }: ChildProcess): LimitMark | undefined {
  if (pid === undefined || platform() !== "linux" || readProcess(pid) === undefined) return undefined;
  const limit = String(LEAST + randomInt(LEAST));
  const args = [`--pid=${pid}`, `--locks=${limit}:${limit}`];
  const setter = spawn("/usr/bin/prlimit", args, { stdio: "ignore", env: {}, timeout: SET_MS });
  setter.unref();
  const done = new Promise<void>((resolve) => {
    setter.once("error", () => {
      resolve();
    });
    setter.once("exit", () => {
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

/** It takes about 2 ms. */
const SET_MS = 1000;

/** More locks than anybody takes. */
const LEAST = 2 ** 47;
