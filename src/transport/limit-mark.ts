import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { platform } from "node:os";

/**
 * Gives a process a limit on file locks that no other has, and gives it back as text. All that it starts
 * inherits the limit, also through `env -i` and `setsid`, and Linux does not enforce it. Only a program can
 * set it from outside; where that is missing, there is no such mark.
 */
export function markByLimit({ pid }: ChildProcess): string | undefined {
  if (pid === undefined || platform() !== "linux") return undefined;
  const limit = String(LEAST + randomInt(LEAST));
  const args = [`--pid=${pid}`, `--locks=${limit}:${limit}`];
  const setter = spawn("/usr/bin/prlimit", args, { stdio: "ignore", env: {} });
  setter.on("error", () => undefined);
  setter.unref();
  return limit;
}

/** More locks than anybody takes. */
const LEAST = 2 ** 47;
