import { startOrphanGuard } from "./orphan-guard.js";
import { stderrTail } from "./stderr-tail.js";
import type { ServerProcess } from "./launcher.js";
import { stop } from "./stop.js";

/** How a program that was sent to do one thing ended. */
export interface CommandResult {
  /** Null for one that a signal ended, or that never started. */
  exitCode: number | null;
  /** What it said on stderr, or why it could not be started. */
  stderrTail: string;
  /** What it said on stdout; of too much, the beginning. */
  output: string;
}

/**
 * Waits for a program that reads its input to the end, does one thing and leaves. It leaves at the latest
 * when `until` is aborted, whose reason is then thrown; all it started leaves with it.
 */
export async function runCommand(child: ServerProcess, until: AbortSignal): Promise<CommandResult> {
  const watch = startOrphanGuard(child);
  const said = stderrTail();
  child.stderr?.on("data", said.add);
  const chunks: Buffer[] = [];
  let size = 0;
  // A full pipe would hold it up, so it is read to the end.
  child.stdout?.on("data", (chunk: Buffer) => {
    if (size < MOST_BYTES) chunks.push(chunk);
    size += chunk.length;
  });
  child.stdin?.end();
  const ended = endOf(child);
  const aborted = new Promise<never>((_, reject) => {
    const give = (): void => reject(until.reason as Error);
    if (until.aborted) give();
    else until.addEventListener("abort", give, { once: true });
  });
  try {
    const end = await Promise.race([ended, aborted]);
    const output = Buffer.concat(chunks).toString("utf8");
    return { exitCode: end.exitCode, stderrTail: end.problem ?? said.text(), output };
  } finally {
    aborted.catch(() => undefined);
    await stop(child);
    watch.release();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  }
}

interface Ending {
  exitCode: number | null;
  problem: string | undefined;
}

/** "close" tells that all was read; "exit" comes first, and alone where a grandchild holds a pipe. */
function endOf(child: ServerProcess): Promise<Ending> {
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
const MOST_BYTES = 1024 * 1024;
