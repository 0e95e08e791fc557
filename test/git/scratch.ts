import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

import { gitIn, type Git } from "../../src/git/git.js";

/** A git of our own: no settings of the user, and the same ids in every run. */
export const ENV = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TEMPLATE_DIR: "",
  GIT_AUTHOR_NAME: "Tester",
  GIT_AUTHOR_EMAIL: "tester@example.com",
  GIT_AUTHOR_DATE: "2024-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "Tester",
  GIT_COMMITTER_EMAIL: "tester@example.com",
  GIT_COMMITTER_DATE: "2024-01-01T00:00:00Z",
};

/** A folder for one test, and git in it. */
export interface Scratch {
  dir: string;
  /** What is tested. */
  git: Git;
  /** What prepares the test. */
  run(...args: string[]): string;
  write(path: string, content: string | Buffer): void;
  /** Writes files, commits all there is, and gives the commit's id. */
  commit(files: Readonly<Record<string, string | Buffer>>, message?: string): string;
}

export function folder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "git-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Git in a folder that may hold no repository yet. */
export function scratch(dir: string): Scratch {
  const run = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync("git", args, {
      cwd: dir,
      env: ENV,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  };
  const commit: Scratch["commit"] = (files, message = "a commit") => {
    for (const [path, content] of Object.entries(files)) write(path, content);
    run("add", "--all");
    run("commit", "--quiet", "--allow-empty", `--message=${message}`);
    return run("rev-parse", "HEAD");
  };
  return { dir, git: gitIn(dir, ENV), run, write, commit };
}

/** An empty repository, on a branch called main. */
export function repository(...options: string[]): Scratch {
  const here = scratch(folder());
  here.run("init", "--quiet", "--initial-branch=main", ...options);
  return here;
}

/** What a function threw, as far as a user sees it. */
export function complaint(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    const { kind, message, hint } = error as { kind?: string; message?: string; hint?: string };
    return { kind, message, hint };
  }
}
