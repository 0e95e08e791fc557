import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { readRegular } from "../../src/files/bounded-read.js";
import { CliError } from "../../src/outcome/errors.js";
import { gitIn, gitWithInheritedEnv } from "../../src/git/git.js";
import { bareRepository, repositoryFacts } from "../../src/git/repository-facts.js";
import type { RunContext } from "../../src/context.js";

/** The repository a hook was called for. */
export interface HookRepository {
  /** The top of the working tree, or the git directory of a bare repository. */
  root: string;
  /** The git directory that all working trees share. */
  gitDir: string;
  /** Variables git needs to find the repository from `root`. */
  gitEnv: Readonly<Record<string, string>>;
}

/**
 * Finds the repository git pushes from. Git runs hooks at the top of a working tree, so usually git
 * need not be run; `git --git-dir` names another repository in GIT_DIR.
 */
export function locateRepository({ cwd, env }: Pick<RunContext, "cwd" | "env">): HookRepository {
  const usual = join(cwd, ".git");
  const stated = env["GIT_DIR"];
  const isUsual = stated === undefined || resolve(cwd, stated) === usual;
  if (isUsual && existsSync(join(usual, "HEAD"))) return { root: cwd, gitDir: usual, gitEnv: {} };
  if (stated !== undefined) return fromGitDir(cwd, env);
  const git = gitIn(cwd, env);
  const facts = repositoryFacts(git) ?? bareRepository(git);
  if (facts === undefined) throw new CliError("usage", "not a git repository");
  return { root: facts.root, gitDir: facts.gitDir, gitEnv: {} };
}

function fromGitDir(cwd: string, env: RunContext["env"]): HookRepository {
  const git = gitWithInheritedEnv(cwd, env);
  const [own, common] = git
    .run(["rev-parse", "--absolute-git-dir", "--git-common-dir"])
    .split("\n");
  const tree = git.tryRun(["rev-parse", "--show-toplevel"])?.trim();
  const found = { own: own ?? "", gitDir: resolve(cwd, common ?? "") };
  const root = [tree, dirname(found.own), linkedTree(found.own)].find(
    (folder) => folder !== undefined && leadsTo(folder, found.own, env),
  );
  if (root !== undefined) return { root, gitDir: found.gitDir, gitEnv: {} };
  // No folder leads to this git directory, so git and the reviewer need the variables.
  return tree === undefined
    ? { root: found.own, gitDir: found.gitDir, gitEnv: { GIT_DIR: found.own } }
    : { root: tree, gitDir: found.gitDir, gitEnv: { GIT_DIR: found.own, GIT_WORK_TREE: tree } };
}

/** Whether git finds this git directory from a folder without GIT_DIR. */
function leadsTo(folder: string, gitDir: string, env: RunContext["env"]): boolean {
  if (!existsSync(join(folder, ".git"))) return false;
  const answer = gitIn(folder, env).tryRun(["rev-parse", "--absolute-git-dir", "--show-toplevel"]);
  return answer?.split("\n")[0] === gitDir;
}

/** The git directory of a linked working tree holds the path of that tree's `.git` file. */
function linkedTree(gitDir: string): string | undefined {
  try {
    return dirname(readRegular(join(gitDir, "gitdir"), MAX_PATH_BYTES).toString("utf8").trim());
  } catch {
    return undefined;
  }
}

/** PATH_MAX on Linux. */
const MAX_PATH_BYTES = 4096;
