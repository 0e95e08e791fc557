import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { readRegular } from "../../src/files/bounded-read.js";
import { CliError } from "../../src/outcome/errors.js";
import { gitIn, gitWith } from "../../src/git/git.js";
import { bareRepository, repositoryFacts } from "../../src/git/repository-facts.js";
import type { Runtime } from "../../src/context.js";

/** Where a hook finds the repository it was called for. */
export interface HookPlace {
  /** The top of the working tree, or the git directory of a repository without one. */
  root: string;
  /** What all working trees of the repository share. */
  gitDir: string;
  /** The variables without which git does not find the repository from there. */
  pins: Readonly<Record<string, string>>;
}

/**
 * Finds the repository that git pushes from. Git runs its hooks at the top of a working tree, so most
 * often there is nothing to ask; `git --git-dir` names another one in GIT_DIR.
 */
export function hookPlace({ cwd, env }: Pick<Runtime, "cwd" | "env">): HookPlace {
  const usual = join(cwd, ".git");
  const stated = env["GIT_DIR"];
  const isUsual = stated === undefined || resolve(cwd, stated) === usual;
  if (isUsual && existsSync(join(usual, "HEAD"))) return { root: cwd, gitDir: usual, pins: {} };
  if (stated !== undefined) return statedPlace(cwd, env);
  const git = gitIn(cwd, env);
  const facts = repositoryFacts(git) ?? bareRepository(git);
  if (facts === undefined) throw new CliError("usage", "this is no git repository");
  return { root: facts.root, gitDir: facts.gitDir, pins: {} };
}

function statedPlace(cwd: string, env: Runtime["env"]): HookPlace {
  const git = gitWith(cwd, env);
  const [own, common] = git
    .run(["rev-parse", "--absolute-git-dir", "--git-common-dir"])
    .split("\n");
  const tree = git.ask(["rev-parse", "--show-toplevel"])?.trim();
  const found = { own: own ?? "", gitDir: resolve(cwd, common ?? "") };
  const root = [tree, dirname(found.own), linkedTree(found.own)].find(
    (folder) => folder !== undefined && leadsTo(folder, found.own, env),
  );
  if (root !== undefined) return { root, gitDir: found.gitDir, pins: {} };
  // No folder leads there by itself, so git has to be told, and so has the reviewer.
  return tree === undefined
    ? { root: found.own, gitDir: found.gitDir, pins: { GIT_DIR: found.own } }
    : { root: tree, gitDir: found.gitDir, pins: { GIT_DIR: found.own, GIT_WORK_TREE: tree } };
}

/** Whether git finds this git directory from a working tree without being told. */
function leadsTo(folder: string, gitDir: string, env: Runtime["env"]): boolean {
  if (!existsSync(join(folder, ".git"))) return false;
  const answer = gitIn(folder, env).ask(["rev-parse", "--absolute-git-dir", "--show-toplevel"]);
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

/** Linux takes no longer path. */
const MAX_PATH_BYTES = 4096;
