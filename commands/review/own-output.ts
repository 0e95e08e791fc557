import { fstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";

import type { RunContext } from "../../src/context.js";

/** Tells whether a path is a file our own output or recording goes to: it grows during the review. */
export function ownOutput(
  { stdout, stderr }: Partial<Pick<RunContext, "stdout" | "stderr">>,
  recording?: string,
) {
  const own = [stdout, stderr].flatMap((stream) => {
    const { fd } = (stream ?? {}) as { fd?: unknown };
    if (typeof fd !== "number") return [];
    const stats = fstatSync(fd);
    return stats.isFile() ? [`${String(stats.dev)}:${String(stats.ino)}`] : [];
  });
  return (path: string): boolean => {
    if (recording !== undefined && isSame(path, recording)) return true;
    if (own.length === 0) return false;
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && own.includes(`${String(stats.dev)}:${String(stats.ino)}`);
  };
}

/** Compares by directory and name: the recording may not exist yet. */
const isSame = (path: string, recording: string): boolean =>
  basename(path) === basename(recording) && realFolder(path) === realFolder(recording);

function realFolder(path: string): string {
  try {
    return realpathSync(dirname(path));
  } catch {
    return dirname(path);
  }
}
