import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execa } from "execa";

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
  // With its times, so that git need not compare the files again; fs.cp takes ten times as long.
  await execa("cp", ["-a", `${template}/.`, dir]);
}

/** One repository per set of files is made by git; all others are copies of it. */
const templates = new Map<string, Promise<string>>();

function templateFor(files: Readonly<Record<string, string>>): Promise<string> {
  const key = JSON.stringify(files);
  const known = templates.get(key) ?? makeTemplate(files);
  templates.set(key, known);
  return known;
}

async function makeTemplate(files: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "turnpipe-template-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  await git(dir, ["init", "--quiet", "--initial-branch=main"]);
  await git(dir, ["add", "--all"]);
  await git(dir, ["commit", "--quiet", "--message=start"]);
  return dir;
}

async function git(cwd: string, args: readonly string[]): Promise<void> {
  await execa("git", args, { cwd, env: gitEnv(), extendEnv: false, timeout: 20_000 });
}

const DATE = "2024-01-01T00:00:00Z";

// The user's own git settings (signing, hooks, templates) must not reach the tests.
const gitEnv = () => ({
  PATH: process.env["PATH"] ?? "",
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
