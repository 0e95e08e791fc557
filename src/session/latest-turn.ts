import { open } from "node:fs/promises";

import type { StoredThread } from "../protocol/results.js";

/** What a thread's file says of the setting of a turn. */
export interface TurnContext {
  cwd?: unknown;
  sandbox_policy?: { type?: unknown } | null;
  active_permission_profile?: unknown;
}

/**
 * Something of the last turn of a thread that tells it, if we can read the thread's file. From its end:
 * the file grows with the thread, the answer stands in its last part.
 */
export async function latestTurn<T>(
  { path }: Pick<StoredThread, "path">,
  look: (context: TurnContext) => T | undefined,
): Promise<T | undefined> {
  const file = await open(path ?? "", "r").catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    // The rest of a line whose beginning has not been read yet.
    let rest: Buffer[] = [];
    const { size } = await file.stat();
    for (let end = size; end > 0 && size - end < MOST_BYTES;) {
      const start = Math.max(end - CHUNK_BYTES, 0);
      const chunk = Buffer.alloc(end - start);
      await file.read(chunk, 0, chunk.length, start);
      end = start;
      const begin = start === 0 ? 0 : chunk.indexOf("\n") + 1;
      const isCut = start > 0 && begin === 0;
      if (!isCut) {
        const lines = Buffer.concat([chunk.subarray(begin), ...rest]);
        const seen = lastIn(lines.toString("utf8"), look);
        if (seen !== undefined) return seen;
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

const CHUNK_BYTES = 64 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;

/** Looks at whole lines from the last to the first. */
function lastIn<T>(text: string, look: (context: TurnContext) => T | undefined): T | undefined {
  for (const line of text.split("\n").reverse()) {
    if (!line.includes('"turn_context"')) continue;
    const { type, payload } = parsed(line);
    const seen = type === "turn_context" ? look(payload ?? {}) : undefined;
    if (seen !== undefined) return seen;
  }
  return undefined;
}

/** A line of a thread's file; what is none says nothing. */
export function parsed(line: string): { type?: unknown; payload?: TurnContext | null } {
  try {
    return (JSON.parse(line) ?? {}) as { type?: unknown };
  } catch {
    return {};
  }
}
