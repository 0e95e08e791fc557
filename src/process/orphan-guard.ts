import { spawn } from "node:child_process";
import { platform } from "node:os";

import type { ServerProcess } from "./launcher.js";

/** Watches over a process on our behalf, until it is released. */
export interface OrphanGuard {
  release(): void;
}

/**
 * Ends the group of a process when we are killed ourselves: a server sees the end of its input then, but
 * a program on an errand need not read any. What waits instead is a shell at a pipe that only we hold.
 */
export function startOrphanGuard({ pid }: ServerProcess): OrphanGuard {
  if (pid === undefined || platform() === "win32") return { release: () => undefined };
  const shell = spawn("/bin/sh", ["-c", 'read -r line; kill -s KILL -- "-$0"', String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    env: {},
    // A signal for our own group is not for it.
    detached: true,
  });
  // Without a shell there is no guard, and the errand is done all the same.
  shell.on("error", () => undefined);
  shell.stdin.on("error", () => undefined);
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return {
    release() {
      shell.kill("SIGKILL");
    },
  };
}
