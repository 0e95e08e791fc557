import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
  type Dirent,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";

import { onTestFinished } from "vitest";
import { execa } from "execa";

import { gitIn, type Git } from "../../src/git/git.js";

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
      env: GIT_ENV,
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
  return { dir, git: gitIn(dir, GIT_ENV), run, write, commit };
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

/** The files every working directory starts with; the patch scenarios rely on these texts. */
const COMMITTED_FILES: Readonly<Record<string, string>> = {
  "hello.txt": "hello\nworld\n",
  "old.txt": "to be deleted\n",
  "move-me.txt": "first line\nsecond line\n",
};

/** Makes `dir` a real git repository with one commit that is the same in every run. */
export async function makeCommittedRepository(
  dir: string,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const template = await templateFor({ ...COMMITTED_FILES, ...files });
  // A fifth of the CPU time of `cp`, and fs.cp takes longer than that.
  for (const folder of template.folders) mkdirSync(join(dir, folder));
  for (const file of template.files) copyFileSync(join(template.dir, file), join(dir, file));
}

/** A repository to be copied, and what is in it; a folder comes before those in it. */
interface Template {
  readonly dir: string;
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** One repository per set of files is made by git; all others are copies of it. */
const templates = new Map<string, Promise<Template>>();

function templateFor(files: Readonly<Record<string, string>>): Promise<Template> {
  const key = JSON.stringify(files);
  const known = templates.get(key) ?? makeTemplate(files);
  templates.set(key, known);
  return known;
}

async function makeTemplate(files: Readonly<Record<string, string>>): Promise<Template> {
  const dir = await mkdtemp(join(templateFolder(), "turnpipe-template-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  await git(dir, ["init", "--quiet", "--initial-branch=main"]);
  await git(dir, ["add", "--all"]);
  await git(dir, ["commit", "--quiet", "--message=start"]);
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const pathsOf = (some: readonly Dirent[]) =>
    some.map(({ parentPath, name }) => relative(dir, join(parentPath, name))).sort();
  return {
    dir,
    folders: pathsOf(entries.filter((entry) => entry.isDirectory())),
    files: pathsOf(entries.filter((entry) => entry.isFile())),
  };
}

/** Where templates are made: a run of the tests removes its own folder, other programs what they made. */
export const templateFolder = (): string => process.env["TURNPIPE_TEST_TEMPLATES"] ?? tmpdir();

async function git(cwd: string, args: readonly string[]): Promise<void> {
  await execa("git", args, { cwd, env: GIT_ENV, extendEnv: false, timeout: 20_000 });
}

const DATE = "2024-01-01T00:00:00Z";

/** A git of our own: no settings of the user (signing, hooks, templates), and the same ids in every run. */
export const GIT_ENV = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TEMPLATE_DIR: "",
  GIT_AUTHOR_NAME: "Tester",
  GIT_AUTHOR_EMAIL: "tester@example.com",
  GIT_AUTHOR_DATE: DATE,
  GIT_COMMITTER_NAME: "Tester",
  GIT_COMMITTER_EMAIL: "tester@example.com",
  GIT_COMMITTER_DATE: DATE,
};

/** A real repository with a bare one to push to. */
export interface PushRepository {
  /** The folder all of it is in. */
  readonly root: string;
  readonly dir: string;
  readonly remote: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs git and gives what it printed, trimmed; a failure is an error. */
  git(...args: string[]): string;
  /** An empty commit; gives its id. */
  commit(message: string): string;
  /** Runs git, which may fail. */
  tryGit(args: readonly string[], options?: TryOptions): { status: number | null; stderr: string };
  remove(): void;
}

interface TryOptions {
  cwd?: string;
  /** Looked through before the usual PATH. */
  path?: string;
  /** Looked through instead of the usual PATH. */
  only?: string;
}

export function makePushRepository({ format = "sha1" } = {}): PushRepository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "push-")));
  const dir = join(root, "repo");
  const remote = join(root, "remote.git");
  const env = { ...GIT_ENV, HOME: root };
  const tryGit: PushRepository["tryGit"] = (args, { cwd = dir, path, only } = {}) => {
    const PATH = only ?? (path === undefined ? env.PATH : `${path}:${env.PATH}`);
    const options = { cwd, env: { ...env, PATH }, encoding: "utf8", timeout: 20_000 } as const;
    return spawnSync("git", args, options);
  };
  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync("git", args, { cwd: dir, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  mkdirSync(dir);
  git("init", "--quiet", "--initial-branch=main", `--object-format=${format}`);
  git("init", "--quiet", "--bare", `--object-format=${format}`, remote);
  git("remote", "add", "origin", remote);
  const commit = (message: string): string => {
    git("commit", "--quiet", "--allow-empty", `--message=${message}`);
    return git("rev-parse", "HEAD");
  };
  const remove = () => rmSync(root, { recursive: true, force: true });
  return { root, dir, remote, env, git, commit, tryGit, remove };
}

/** Writes a program, and gives its path. */
export function writeProgram(path: string, text: string | Buffer, mode = 0o755): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}
