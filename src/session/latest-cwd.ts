import { open, realpath } from "node:fs/promises";

import type { StoredThread } from "../protocol/results.js";

/**
 * Whether the last turn of a thread ran in a directory. The list of threads only knows where the
 * first one did; the last is told by the thread's own file, if we can read it.
 */
export async function lastRanIn(thread: StoredThread, directory: string): Promise<boolean> {
  const last = (await latestCwd(thread.path ?? "")) ?? thread.cwd ?? "";
  return (await settled(last)) === (await settled(directory));
}

/** Whether its first turn did; that stands in the first line of its file. */
export async function beganIn(thread: StoredThread, directory: string): Promise<boolean> {
  const file = await open(thread.path ?? "", "r").catch(() => undefined);
  try {
    const { buffer, bytesRead = 0 } = (await file?.read(Buffer.alloc(FIRST_LINE_BYTES), 0)) ?? {};
    const [line = ""] = (buffer?.toString("utf8", 0, bytesRead) ?? "").split("\n");
    const cwd = parsed(line).payload?.cwd;
    return typeof cwd === "string" && (await settled(cwd)) === (await settled(directory));
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}

/** Two names of one directory compare equal; a directory that is gone stands for itself. */
const settled = (path: string): Promise<string> => realpath(path).catch(() => path);

/** Read from its end: the file grows with the thread, the answer stands in its last part. */
async function latestCwd(path: string): Promise<string | undefined> {
  if (path === "") return undefined;
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    let tail = Buffer.alloc(0);
    const { size } = await file.stat();
    for (let end = size; end > 0 && tail.length < MOST_BYTES;) {
      const start = Math.max(end - CHUNK_BYTES, 0);
      const chunk = Buffer.alloc(end - start);
      await file.read(chunk, 0, chunk.length, start);
      tail = Buffer.concat([chunk, tail]);
      end = start;
      const cwd = lastCwdIn(tail.toString("utf8"));
      if (cwd !== undefined) return cwd;
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

const CHUNK_BYTES = 64 * 1024;
/** It quotes the instructions of the model. */
const FIRST_LINE_BYTES = 1024 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;

/** The first line of a part may be cut: then it is no JSON, and the next part has it whole. */
function lastCwdIn(text: string): string | undefined {
  for (const line of text.split("\n").reverse()) {
    if (!line.includes('"turn_context"')) continue;
    const { type, payload } = parsed(line);
    if (type === "turn_context" && typeof payload?.cwd === "string") return payload.cwd;
  }
  return undefined;
}

function parsed(line: string): { type?: unknown; payload?: { cwd?: unknown } | null } {
  try {
    return (JSON.parse(line) ?? {}) as { type?: unknown };
  } catch {
    return {};
  }
}
