import { spawn } from "node:child_process";
import { platform } from "node:os";

import type { ServerProcess } from "./launcher.js";

/** Kills a process group if we die before `release`. */
export interface OrphanGuard {
  release(): void;
}

/**
 * Kills the group of a process when we are killed ourselves. A server exits at the end of its input, but
 * other commands need not read any. So a shell waits for the end of a pipe that only we hold.
 */
export function startOrphanGuard({ pid }: ServerProcess): OrphanGuard {
  if (pid === undefined || platform() === "win32") return { release: () => undefined };
  const shell = spawn("/bin/sh", ["-c", 'read -r line; kill -s KILL -- "-$0"', String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    env: {},
    // In a group of its own, so that signals to ours do not end it.
    detached: true,
  });
  // Without a shell there is no guard; the command runs all the same.
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
