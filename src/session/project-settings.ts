import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { repositoryRoot } from "../files/repository-root.js";

/**
 * Whether all that a repository has of codex's settings are empty directories: nothing is missed if they
 * are not loaded. Sandboxes that were killed leave such.
 */
export function hasOnlyEmptySettings(directory: string): boolean {
  const root = repositoryRoot(directory) ?? directory;
  let found = false;
  for (let dir = directory; ; dir = dirname(dir)) {
    const count = entriesIn(join(dir, ".codex"));
    if (count > 0) return false;
    found ||= count === 0;
    if (dir === root || dirname(dir) === dir) return found;
  }
}

/** How much is in a directory; below zero for none, and anything else is something. */
function entriesIn(path: string): number {
  try {
    return readdirSync(path).length;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? -1 : 1;
  }
}
