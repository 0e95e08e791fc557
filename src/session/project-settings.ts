import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { repositoryRoot } from "../files/repository-root.js";

/**
 * Whether the only `.codex` directories of a repository are empty ones, which killed sandboxes
 * leave behind. Then it does not matter that they are not loaded.
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

/** The number of entries in a directory: -1 if it does not exist, 1 if it cannot be read. */
function entriesIn(path: string): number {
  try {
    return readdirSync(path).length;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? -1 : 1;
  }
}
