import { constants } from "node:fs";
import { open } from "node:fs/promises";

import type { StoredThread } from "../protocol/results.js";

/** The payload of a `turn_context` line in a thread's rollout file. */
export interface RolloutTurnContext {
  cwd?: unknown;
  sandbox_policy?: { type?: unknown } | null;
  active_permission_profile?: unknown;
}

/**
 * Returns what `pick` finds in the latest turn context of a thread's rollout file, if the file can
 * be read. Reads backwards in chunks: the file grows with the thread, and the latest turn is at its
 * end.
 */
export async function findInLatestTurn<T>(
  { path }: Pick<StoredThread, "path">,
  pick: (context: RolloutTurnContext) => T | undefined,
): Promise<T | undefined> {
  const file = await open(path ?? "", READ_AT_ONCE).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    // The end of a line whose beginning has not been read yet.
    let rest: Buffer[] = [];
    const { size } = await file.stat();
    for (let end = size; end > 0 && size - end < MAX_BYTES;) {
      const start = Math.max(end - CHUNK_BYTES, 0);
      const chunk = Buffer.alloc(end - start);
      await file.read(chunk, 0, chunk.length, start);
      end = start;
      const begin = start === 0 ? 0 : chunk.indexOf("\n") + 1;
      const isCut = start > 0 && begin === 0;
      if (!isCut) {
        const lines = Buffer.concat([chunk.subarray(begin), ...rest]);
        const found = findLast(lines.toString("utf8"), pick);
        if (found !== undefined) return found;
        rest = [];
      }
      rest = [isCut ? chunk : chunk.subarray(0, begin), ...rest];
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** A running server names the file, and may be another user's: a pipe must not hold us up. */
export const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;

const CHUNK_BYTES = 64 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;

/** Searches complete lines from the last to the first. */
function findLast<T>(
  text: string,
  pick: (context: RolloutTurnContext) => T | undefined,
): T | undefined {
  for (const line of text.split("\n").reverse()) {
    if (!line.includes('"turn_context"')) continue;
    const { type, payload } = parseRolloutLine(line);
    const found = type === "turn_context" ? pick(payload ?? {}) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Parses a line of a rollout file; an invalid one is empty. */
export function parseRolloutLine(line: string): {
  type?: unknown;
  payload?: RolloutTurnContext | null;
} {
  try {
    return (JSON.parse(line) ?? {}) as { type?: unknown };
  } catch {
    return {};
  }
}
