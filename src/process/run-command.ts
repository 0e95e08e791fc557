import { abortable } from "../async/abortable.js";
import { startOrphanGuard } from "./orphan-guard.js";
import { stderrTail } from "./stderr-tail.js";
import type { ServerProcess } from "./launcher.js";
import { stopProcess } from "./stop.js";

/** How a command exited, and what it printed. */
export interface CommandResult {
  /** Null if a signal ended it, or it could not be started. */
  exitCode: number | null;
  /** The end of its stderr, or why it could not be started. */
  stderrTail: string;
  /** Its stdout; if that is too long, the beginning. */
  output: string;
}

/**
 * Closes the stdin of a started command and waits until it exits. It is stopped when `until` is aborted,
 * whose reason is then thrown. Whatever it started is stopped with it.
 */
export async function runCommand(child: ServerProcess, until: AbortSignal): Promise<CommandResult> {
  const guard = startOrphanGuard(child);
  const tail = stderrTail();
  child.stderr?.on("data", tail.add);
  const chunks: Buffer[] = [];
  let size = 0;
  // A full pipe would block it, so everything is read.
  child.stdout?.on("data", (chunk: Buffer) => {
    if (size < MAX_OUTPUT_BYTES) chunks.push(chunk);
    size += chunk.length;
  });
  child.stdin?.end();
  try {
    const exit = await abortable(waitForExit(child), until);
    const output = Buffer.concat(chunks).toString("utf8");
    return { exitCode: exit.exitCode, stderrTail: exit.problem ?? tail.text(), output };
  } finally {
    await stopProcess(child);
    guard.release();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  }
}

interface Exit {
  exitCode: number | null;
  problem: string | undefined;
}

/** "close" follows when all was read; only "exit" comes while a grandchild holds a pipe. */
function waitForExit(child: ServerProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) => {
      resolve({ exitCode: null, problem: `could not be started: ${message}` });
    });
    child.once("close", (exitCode) => {
      resolve({ exitCode, problem: undefined });
    });
    child.once("exit", (exitCode) => {
      setTimeout(() => {
        resolve({ exitCode, problem: undefined });
      }, DRAIN_MS).unref();
    });
  });
}

const DRAIN_MS = 200;
const MAX_OUTPUT_BYTES = 1024 * 1024;
