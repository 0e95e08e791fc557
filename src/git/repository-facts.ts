import { resolve } from "node:path";

import type { Git } from "./git.js";

/** The directories of a repository, as absolute paths. */
export interface RepositoryFacts {
  /** The root of this working tree. */
  root: string;
  /** The git directory that all working trees share. */
  gitDir: string;
  /** Where git looks for hooks; it need not exist. */
  hooksDir: string;
}

/** Finds the repository's directories; undefined outside of a working tree. */
export function repositoryFacts(git: Git): RepositoryFacts | undefined {
  const [root, gitDir, hooksDir] = git.tryRun(REV_PARSE)?.split("\n") ?? [];
  if (root === undefined || gitDir === undefined || hooksDir === undefined) return undefined;
  // Git's answers are relative to its working directory.
  return { root, gitDir: resolve(git.cwd, gitDir), hooksDir: resolve(git.cwd, hooksDir) };
}

/** A repository without a working tree; its root is its git directory. */
export function bareRepository(git: Git): Pick<RepositoryFacts, "root" | "gitDir"> | undefined {
  const [isBare, gitDir] =
    git.tryRun(["rev-parse", "--is-bare-repository", "--absolute-git-dir"])?.split("\n") ?? [];
  return isBare !== "true" || gitDir === undefined ? undefined : { root: gitDir, gitDir };
}

const REV_PARSE = ["rev-parse", "--show-toplevel", "--git-common-dir", "--git-path", "hooks"];
