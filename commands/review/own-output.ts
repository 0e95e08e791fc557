import { fstatSync, statSync } from "node:fs";

import type { Runtime } from "../../src/runtime.js";

/** Whether a path is a file that our own output is redirected to: it grows while we review. */
export function ownOutput({ stdout, stderr }: Partial<Pick<Runtime, "stdout" | "stderr">>) {
  const own = [stdout, stderr].flatMap((stream) => {
    const { fd } = (stream ?? {}) as { fd?: unknown };
    if (typeof fd !== "number") return [];
    const stats = fstatSync(fd);
    return stats.isFile() ? [`${String(stats.dev)}:${String(stats.ino)}`] : [];
  });
  return (path: string): boolean => {
    if (own.length === 0) return false;
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && own.includes(`${String(stats.dev)}:${String(stats.ino)}`);
  };
}
