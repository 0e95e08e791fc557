import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The root of the git repository a directory is in, found without asking git. */
export function repositoryRoot(directory: string): string | undefined {
  for (let dir = directory; ; dir = dirname(dir)) {
    if (isRepository(join(dir, ".git"))) return dir;
    if (dirname(dir) === dir) return undefined;
  }
}

/** A worktree has a file there; an empty folder is what sandboxes leave behind, and no repository. */
const isRepository = (git: string): boolean =>
  statSync(git, { throwIfNoEntry: false })?.isFile() === true || existsSync(join(git, "HEAD"));
