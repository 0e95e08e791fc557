import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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
  const env = gitEnv(root);
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

const DATE = "2024-01-01T00:00:00Z";

// The user's own git settings (signing, hooks, templates) must not reach the tests.
const gitEnv = (home: string) => ({
  PATH: process.env["PATH"] ?? "",
  HOME: home,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TEMPLATE_DIR: "",
  GIT_AUTHOR_NAME: "Tester",
  GIT_AUTHOR_EMAIL: "tester@example.com",
  GIT_AUTHOR_DATE: DATE,
  GIT_COMMITTER_NAME: "Tester",
  GIT_COMMITTER_EMAIL: "tester@example.com",
  GIT_COMMITTER_DATE: DATE,
});
