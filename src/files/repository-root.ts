import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Finds the root of the git repository that contains a directory, without running git. */
export function repositoryRoot(directory: string): string | undefined {
  for (let dir = directory; ; dir = dirname(dir)) {
    if (isRepository(join(dir, ".git"))) return dir;
    if (dirname(dir) === dir) return undefined;
  }
}

/** A worktree has a `.git` file; an empty `.git` directory is left by a sandbox, and no repository. */
const isRepository = (git: string): boolean =>
  statSync(git, { throwIfNoEntry: false })?.isFile() === true || existsSync(join(git, "HEAD"));
