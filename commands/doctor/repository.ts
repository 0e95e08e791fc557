import { CliError } from "../../src/outcome/errors.js";
import type { Git } from "../../src/git/git.js";
import { gitIn } from "../../src/git/git.js";
import { repositoryFacts } from "../../src/git/repository-facts.js";
import { repositoryRoot } from "../../src/files/repository-root.js";
import { repositoryHook } from "../../src/review/repository-hook.js";
import type { RunContext } from "../../src/context.js";
import type { CheckResult } from "./check.js";

interface CheckedDirectory {
  workdir: string;
  env: RunContext["env"];
  ms: number;
}

/** Checks git and the repository. Turns do not need git, so a problem is only a warning. */
export function checkGit(
  { workdir, env, ms }: CheckedDirectory,
  skipsRepository: boolean,
): CheckResult {
  const git = gitIn(workdir, env, ms);
  const version =
    git
      .tryRun(["--version"])
      ?.trim()
      .replace(/^git version /, "") ?? null;
  const root = repositoryRoot(workdir) ?? null;
  const details = { version, root };
  if (version === null) {
    const hint = "install git: review and its hook need it";
    return { status: "warn", summary: "git was not found, or does not work", hint, details };
  }
  if (root === null) {
    return {
      status: skipsRepository ? "ok" : "warn",
      summary: `git ${version}; ${workdir} is not in a repository`,
      hint: skipsRepository ? null : "run and resume need --skip-git-repo-check here",
      details,
    };
  }
  const problem = problemOf(git);
  if (problem === undefined) return { summary: `git ${version}; repository ${root}`, details };
  return {
    status: "warn",
    summary: problem,
    hint: "review and its hook need git to work here",
    details,
  };
}

/** Why git refuses to work in this repository: often, another user owns it. */
function problemOf(git: Git): string | undefined {
  try {
    git.run(["rev-parse", "--git-dir"]);
    return undefined;
  } catch (error) {
    if (error instanceof CliError) return error.message;
    throw error;
  }
}

/** Checks whether the pre-push hook is installed. */
export function checkHook({ workdir, env, ms }: CheckedDirectory): CheckResult {
  const facts = repositoryFacts(gitIn(workdir, env, ms));
  if (facts === undefined) {
    return { status: "skipped", summary: "not in a git repository" };
  }
  const { installed, mode, onError, path, manager, gone, todo } = repositoryHook(facts);
  const details = { installed, mode, on_error: onError, path, manager, gone };
  if (installed) {
    const how = `${mode ?? "?"}, on_error ${onError ?? "?"}`;
    return { summary: `pushes are reviewed (${how}): ${path}`, details };
  }
  const hint = "install it again: turnpipe review hook install";
  if (gone) {
    const by = manager === null ? "" : `: ${manager} writes the hooks`;
    const summary = `pushes are not reviewed any more, the hook is gone${by}`;
    return { status: "warn", summary, hint, details };
  }
  if (mode === null) return { summary: "pushes are not reviewed: no hook is installed", details };
  if (todo !== null) {
    const summary = `${manager ?? "git"} does not run the review hook: ${path}`;
    return { status: "warn", summary, hint: "see: turnpipe review hook status", details };
  }
  return {
    status: "warn",
    summary: `git ignores the hook because it is not executable: ${path}`,
    hint,
    details,
  };
}
