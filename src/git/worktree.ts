import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, realpathSync, rmdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

import { CliError, errorMessage } from "../outcome/errors.js";
import type { Git } from "./git.js";
import { gitWithInheritedEnv, withoutGitVariables } from "./git.js";

type Env = Readonly<Record<string, string | undefined>>;

/** A worktree with a detached HEAD. */
export interface Worktree {
  root: string;
  /** The directory in it that corresponds to the one it was made from. */
  directory: string;
  commit: string;
  /** The git directory of this worktree alone. */
  gitDir: string;
}

/**
 * Makes a worktree of HEAD in `parent`, as codex does: `parent/<4 hex digits>/<name of the repository>`. Runs
 * nothing the repository names: no hooks, no filters, no file system monitor.
 */
export function addWorktree(
  source: string,
  { parent, env }: { parent: string; env: Env },
): Worktree {
  const real = realpathSync(source);
  const git = gitWithoutPrograms(real, env);
  const top = line(git, ["rev-parse", "--show-toplevel"]);
  const commit = line(git, ["rev-parse", "--verify", "--end-of-options", "HEAD^{commit}"]);
  const below = relative(top, real);
  requireDirectory(git, commit, below);
  const root = join(newDirectory(parent), basename(top) || "repository");
  try {
    git.run(["worktree", "add", "--detach", "--no-checkout", root, commit]);
    return { root, directory: join(root, below), commit, gitDir: checkOut(root, commit, env) };
  } catch (error) {
    removeWorktree({ root }, source, env);
    throw error;
  }
}

/** Removes a worktree and the directory made for it, whatever it contains. */
export function removeWorktree({ root }: Pick<Worktree, "root">, source: string, env: Env): void {
  gitWithoutPrograms(source, env).tryRun(["worktree", "remove", "--force", root]);
  try {
    rmdirSync(dirname(root));
  } catch {
    // somebody put something there
  }
}

/** Whether a worktree has no change and no commit of its own. If git cannot tell, it has. */
export function isUnchanged({ root, commit }: Worktree, env: Env): boolean {
  const git = gitWithoutPrograms(root, env);
  return (
    git.tryRun(["rev-parse", "HEAD"])?.trim() === commit &&
    git.tryRun(["--work-tree=.", "status", "--porcelain", "--untracked-files=all"]) === ""
  );
}

/** Fills the worktree. A `core.worktree` of the repository must not direct that elsewhere. */
function checkOut(root: string, commit: string, env: Env): string {
  const git = gitWithoutPrograms(root, env);
  const path = ["--path-format=absolute", "--git-path", "config.worktree"];
  const settings = line(git, ["rev-parse", ...path]);
  git.run(["config", "--file", settings, "core.worktree", root]);
  git.run(["--work-tree=.", "reset", "--hard", "--no-recurse-submodules", commit]);
  return dirname(settings);
}

/** Git that runs no program named by the repository's config or attributes. */
function gitWithoutPrograms(cwd: string, env: Env): Git {
  const plain = { ...withoutGitVariables(env), GIT_TERMINAL_PROMPT: "0", GIT_LFS_SKIP_SMUDGE: "1" };
  const safe = { ...plain, ...configVariables(SAFE_CONFIG) };
  const names = gitWithInheritedEnv(cwd, safe).tryRun([
    ...["config", "--null", "--name-only", "--get-regexp", String.raw`^filter\.`],
  ]);
  const filters = new Set(
    (names ?? "").split("\0").flatMap((name) => {
      const end = name.lastIndexOf(".");
      return end > FILTER.length ? [name.slice(FILTER.length, end)] : [];
    }),
  );
  const without = [...filters].flatMap((name): [string, string][] => [
    ...["smudge", "clean", "process"].map((key): [string, string] => [
      `${FILTER}${name}.${key}`,
      "",
    ]),
    [`${FILTER}${name}.required`, "false"],
  ]);
  return gitWithInheritedEnv(cwd, {
    ...plain,
    ...configVariables([...SAFE_CONFIG, ...without]),
  });
}

const FILTER = "filter.";

const SAFE_CONFIG: readonly (readonly [string, string])[] = [
  ["safe.bareRepository", "explicit"],
  ["core.hooksPath", "/dev/null"],
  ["core.attributesFile", ""],
  ["attr.tree", ""],
];

/** Settings as variables, which count as much as those of `git -c`. */
const configVariables = (rows: readonly (readonly [string, string])[]): Env => ({
  GIT_CONFIG_COUNT: String(rows.length),
  ...Object.fromEntries(
    rows.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${String(at)}`, key],
      [`GIT_CONFIG_VALUE_${String(at)}`, value],
    ]),
  ),
});

const line = (git: Git, args: readonly string[]): string => git.run(args).replace(/\n$/, "");

/** The commit must have the directory the run is to start in, and not as a link. */
function requireDirectory(git: Git, commit: string, below: string): void {
  if (below === "" || git.tryRun(["cat-file", "-t", `${commit}:${below}`]) === "tree\n") return;
  throw new CliError("input", `--worktree: HEAD has no directory ${below}`, {
    hint: "commit it, or run from another directory",
  });
}

/** Makes a directory with a short random name that nobody has. */
function newDirectory(parent: string): string {
  mkdirSync(parent, { recursive: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const path = join(parent, randomInt(0x10000).toString(16).padStart(4, "0"));
    try {
      mkdirSync(path);
      return path;
    } catch (error) {
      if (!existsSync(path) || !statSync(parent).isDirectory()) {
        throw new CliError("input", `--worktree: ${errorMessage(error)}`);
      }
    }
  }
  throw new CliError("input", `--worktree: ${parent} is full`);
}

const ATTEMPTS = 1000;
