import { open } from "node:fs/promises";

import { realPathOrSame } from "../files/real-path.js";
import type { StoredThread } from "../protocol/results.js";
import { latestTurn, parsed } from "./latest-turn.js";

/**
 * Whether the last turn of a thread ran in a directory. The list of threads only knows where the
 * first one did; the last is told by the thread's own file, if we can read it.
 */
export async function lastRanIn(thread: StoredThread, directory: string): Promise<boolean> {
  const last = (await latestTurn(thread, cwdOf)) ?? thread.cwd ?? "";
  return realPathOrSame(last) === realPathOrSame(directory);
}

/** Whether its first turn did; that stands in the first line of its file. */
export async function beganIn(thread: StoredThread, directory: string): Promise<boolean> {
  const file = await open(thread.path ?? "", "r").catch(() => undefined);
  try {
    const { buffer, bytesRead = 0 } = (await file?.read(Buffer.alloc(FIRST_LINE_BYTES), 0)) ?? {};
    const [line = ""] = (buffer?.toString("utf8", 0, bytesRead) ?? "").split("\n");
    const cwd = parsed(line).payload?.cwd;
    return typeof cwd === "string" && realPathOrSame(cwd) === realPathOrSame(directory);
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}


const cwdOf = ({ cwd }: { cwd?: unknown }): string | undefined =>
  typeof cwd === "string" ? cwd : undefined;

/** It quotes the instructions of the model. */
const FIRST_LINE_BYTES = 1024 * 1024;
