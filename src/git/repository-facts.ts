import { resolve } from "node:path";

import type { Git } from "./git.js";

/** Where a repository keeps its things; all paths are absolute. */
export interface RepositoryFacts {
  /** The top of this working tree. */
  root: string;
  /** What all working trees of the repository share. */
  gitDir: string;
  /** Where git looks for hooks; it need not exist. */
  hooksDir: string;
}

/** The facts of the repository git runs in; undefined where there is none with a working tree. */
export function repositoryFacts(git: Git): RepositoryFacts | undefined {
  const [root, gitDir, hooksDir] = git.ask(QUESTION)?.split("\n") ?? [];
  if (root === undefined || gitDir === undefined || hooksDir === undefined) return undefined;
  // Git answers relative to where it was asked.
  return { root, gitDir: resolve(git.cwd, gitDir), hooksDir: resolve(git.cwd, hooksDir) };
}

/** A repository without a working tree; its root is its git directory. */
export function bareRepository(git: Git): Pick<RepositoryFacts, "root" | "gitDir"> | undefined {
  const [isBare, gitDir] =
    git.ask(["rev-parse", "--is-bare-repository", "--absolute-git-dir"])?.split("\n") ?? [];
  return isBare !== "true" || gitDir === undefined ? undefined : { root: gitDir, gitDir };
}

const QUESTION = ["rev-parse", "--show-toplevel", "--git-common-dir", "--git-path", "hooks"];
