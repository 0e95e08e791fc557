import { fstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";

import type { Runtime } from "../../src/context.js";

/** Whether a path is a file that our own output, or a recording, goes to: it grows while we review. */
export function ownOutput(
  { stdout, stderr }: Partial<Pick<Runtime, "stdout" | "stderr">>,
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

/** A file that is still to be made is known by where it will be. */
const isSame = (path: string, recording: string): boolean =>
  basename(path) === basename(recording) && realFolder(path) === realFolder(recording);

function realFolder(path: string): string {
  try {
    return realpathSync(dirname(path));
  } catch {
    return dirname(path);
  }
}
