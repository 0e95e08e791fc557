import { open } from "node:fs/promises";

import { realPathOrSame } from "../files/real-path.js";
import type { StoredThread } from "../protocol/results.js";
import { findInLatestTurn, parseRolloutLine, READ_AT_ONCE } from "./latest-turn.js";

/**
 * Whether a thread belongs to a directory: whether its last turn ran there. That is in the thread's rollout
 * file; if we cannot read it, the list of threads has a directory, with older servers that of the first turn.
 */
export async function lastRanIn(thread: StoredThread, directory: string): Promise<boolean> {
  const last = (await findInLatestTurn(thread, cwdOf)) ?? thread.cwd ?? "";
  return realPathOrSame(last) === realPathOrSame(directory);
}

/** Whether the first turn of a thread ran in a directory, by the first line of its rollout file. */
export async function beganIn(thread: StoredThread, directory: string): Promise<boolean> {
  const file = await open(thread.path ?? "", READ_AT_ONCE).catch(() => undefined);
  try {
    const { buffer, bytesRead = 0 } = (await file?.read(Buffer.alloc(FIRST_LINE_BYTES), 0)) ?? {};
    const [line = ""] = (buffer?.toString("utf8", 0, bytesRead) ?? "").split("\n");
    const cwd = parseRolloutLine(line).payload?.cwd;
    return typeof cwd === "string" && realPathOrSame(cwd) === realPathOrSame(directory);
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}

const cwdOf = ({ cwd }: { cwd?: unknown }): string | undefined =>
  typeof cwd === "string" ? cwd : undefined;

/** The first line contains the model's instructions. */
const FIRST_LINE_BYTES = 1024 * 1024;
