import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { installHook } from "../../src/review/hook-install.js";
import { writeProgram } from "../helpers/git-repository.js";
import {
  answer,
  BLOCKED,
  EMPTY_TREE,
  finding,
  ownLines,
  pushed,
  REFUSED,
  shown,
  SILENT,
  verdict,
  withPush,
} from "../helpers/push.js";

const REVIEWING = "turnpipe: reviewing 1 commit for refs/heads/main\n";
const NONE = "0".repeat(40);

test("a linked worktree is reviewed where it is, and shares log and verdicts", async () => {
  await withPush([answer(finding(1, "Bad"))], async ({ repo, install, write, push }) => {
    install();
    const range = { from: EMPTY_TREE, to: write("code.txt", "one\n") };
    const linked = join(repo.root, "linked");
    repo.git("worktree", "add", "--quiet", "--detach", linked);
    const page = `fail: the only finding blocks (P1 and worse)\n${shown(1, "Bad")}`;
    const failed = { outcome: "fail", findings: 1 } as const;
    const blocked = pushed(range, {
      exit: 1,
      words: `${REVIEWING}${page}${BLOCKED}`,
      remote: {},
      logged: [verdict(range, failed)],
    });
    expect(await push(["origin", "HEAD:refs/heads/main"], { cwd: linked })).toEqual(blocked);
    expect(await push()).toEqual({
      ...blocked,
      words: `turnpipe: this diff was reviewed before, and had findings\n${page}${BLOCKED}`,
      asked: [],
      logged: [verdict(range, { ...failed, cached: true })],
    });
  });
});

test("a repository with spaces and umlauts in its path is reviewed by its real name", async () => {
  const dir = "mein Ordner äöü";
  await withPush([answer(finding(1, "Bad", "größe 1.txt"))], async (stage) => {
    const { repo, install, write, push } = stage;
    install();
    const range = { from: EMPTY_TREE, to: write("größe 1.txt", "one\n") };
    const moved = join(repo.root, dir);
    renameSync(repo.dir, moved);
    mkdirSync(repo.dir);
    const came = await push(undefined, { cwd: moved, logs: moved });
    const page = `fail: the only finding blocks (P1 and worse)\n${shown(1, "Bad")}`;
    expect(came).toEqual(
      pushed(range, {
        exit: 1,
        words: `${REVIEWING}${page.replace("code.txt", "größe 1.txt")}${BLOCKED}`,
        remote: {},
        logged: [verdict(range, { outcome: "fail", findings: 1 })],
      }),
    );
    expect(cwdOf(stage.engine.model.requests[0]?.body)).toBe(moved);
  });
});

test("an earlier hook still reads git's lines, and still stops a push that was reviewed", async () => {
  await withPush([answer()], async ({ repo, install, write, push }) => {
    const hook = join(repo.dir, ".git", "hooks", "pre-push");
    const noted = join(repo.root, "noted");
    const text = `#!/bin/sh\nset -eu\nwhile read -r a b c d; do echo "$a $b $c $d"; done >'${noted}'\n`;
    writeProgram(hook, `${text}echo "no pushes on Friday" >&2\nexit 9\n`);
    install();
    const range = { from: EMPTY_TREE, to: write("code.txt", "one\n") };
    expect(await push()).toEqual(
      pushed(range, {
        exit: 1,
        words: `${REVIEWING}turnpipe: the review passed\nno pushes on Friday\n${REFUSED}`,
        remote: {},
      }),
    );
    const line = `refs/heads/main ${range.to} refs/heads/main ${NONE}\n`;
    expect(readFileSync(noted, "utf8")).toBe(line);
    writeProgram(hook, readFileSync(hook, "utf8").replace("exit 9\n", ""));
    expect(await push()).toEqual(
      pushed(range, {
        words: "turnpipe: the review passed\nno pushes on Friday\n",
        asked: [],
        logged: [verdict(range, { cached: true })],
      }),
    );
  });
});

test("what leads git into a repository does not reach the agent", async () => {
  const exec = "env | sed -n 's/^\\(GIT_[A-Z_]*\\)=.*/\\1/p' | sort; git rev-parse --show-toplevel";
  await withPush([{ say: [{ exec }] }, answer()], async (stage) => {
    const { repo, engine, install, write, push } = stage;
    install({ onError: "closed" });
    const to = write("code.txt", "one\n");
    const gitDir = join(repo.dir, ".git");
    const env = {
      GIT_DIR: gitDir,
      GIT_WORK_TREE: repo.dir,
      GIT_INDEX_FILE: join(gitDir, "index"),
      GIT_PREFIX: "deep/",
      GIT_OBJECT_DIRECTORY: join(gitDir, "objects"),
      GIT_CONFIG_PARAMETERS: "'user.name=x'",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "user.name",
      GIT_CONFIG_VALUE_0: "x",
    };
    const { exit, asked, remote } = await push(undefined, { env });
    expect({ exit, asked, remote }).toEqual({
      exit: 0,
      asked: Array.from({ length: 2 }, () => `${EMPTY_TREE}..${to}`),
      remote: { "refs/heads/main": to },
    });
    const harmless = Object.keys(repo.env).filter((name) => name.startsWith("GIT_"));
    // Git gives the first of these to its hooks, codex the second to its commands.
    expect(outputOf(engine.model.requests.at(-1)?.body).trim().split("\n")).toEqual([
      ...[...harmless, "GIT_EXEC_PATH", "GIT_NO_REPLACE_OBJECTS", "GIT_PAGER"].sort(),
      repo.dir,
    ]);
  });
});

test.each(["no repository", "another repository"])(
  "a push that git was led to from %s is reviewed where its files are",
  async (where) => {
    await withPush([answer()], async ({ repo, engine, install, write, push }) => {
      install({ onError: "closed" });
      const to = write("code.txt", "one\n");
      const cwd = join(repo.root, "elsewhere");
      mkdirSync(cwd);
      if (where === "another repository") repo.git("init", "--quiet", cwd);
      const env = { GIT_DIR: join(repo.dir, ".git") };
      expect(await push(undefined, { cwd, env })).toEqual(pushed({ from: EMPTY_TREE, to }));
      expect(cwdOf(engine.model.requests[0]?.body)).toBe(repo.dir);
    });
  },
);

const SEES = "git rev-parse --absolute-git-dir && git diff --stat HEAD^ HEAD";

test("a working tree that does not lead to its repository is reviewed with git's variables", async () => {
  await withPush([{ say: [{ exec: SEES }] }, answer()], async ({ repo, engine, ...stage }) => {
    const { install, write, push } = stage;
    install({ onError: "closed" });
    write("code.txt", "one\n");
    const to = write("code.txt", "two\n");
    const gitDir = join(repo.root, "dotfiles.git");
    renameSync(join(repo.dir, ".git"), gitDir);
    const env = { GIT_DIR: gitDir, GIT_WORK_TREE: repo.dir };
    const { exit, words, left, remote, asked } = await push(undefined, { cwd: repo.dir, env });
    const range = `${EMPTY_TREE}..${to}`;
    expect({ exit, words, left, remote, asked }).toEqual({
      ...{ exit: 0, left: [], remote: { "refs/heads/main": to }, asked: [range, range] },
      words: "turnpipe: reviewing 2 commits for refs/heads/main\nturnpipe: the review passed\n",
    });
    expect(outputOf(engine.model.requests.at(-1)?.body)).toContain(`${gitDir}\n code.txt | 2 +-`);
  });
});

test.each(["GIT_DIR", "its folder"])("a bare repository is reviewed, found by %s", async (by) => {
  await withPush([{ say: [{ exec: SEES }] }, answer()], async ({ repo, engine, ...stage }) => {
    stage.write("code.txt", "one\n");
    const to = stage.write("code.txt", "two\n");
    const bare = join(repo.root, "bare.git");
    repo.git("clone", "--quiet", "--bare", repo.dir, bare);
    repo.git("-C", bare, "remote", "set-url", "origin", repo.remote);
    const program = join(repo.root, "bin", "turnpipe");
    installHook({ hooksDir: join(bare, "hooks") }, { mode: "block", onError: "closed", program });
    const place = by === "GIT_DIR" ? { cwd: repo.root, env: { GIT_DIR: bare } } : { cwd: bare };
    const { exit, words, remote } = await stage.push(["origin", "main"], place);
    expect({ exit, words, remote }).toEqual({
      exit: 0,
      words: "turnpipe: reviewing 2 commits for refs/heads/main\nturnpipe: the review passed\n",
      remote: { "refs/heads/main": to },
    });
    expect(outputOf(engine.model.requests.at(-1)?.body)).toContain(`${bare}\n code.txt | 2 +-`);
  });
});

test("a repository that is not there fails loudly, and the policy decides", async () => {
  await withPush([], async ({ repo, install, write, run }) => {
    install({ onError: "closed" });
    const to = write("code.txt", "one\n");
    const cwd = join(repo.root, "elsewhere");
    mkdirSync(cwd);
    const line = `refs/heads/main ${to} refs/heads/main ${NONE}`;
    const hook = join(repo.dir, ".git", "hooks", "pre-push");
    const script = `echo '${line}' | '${hook}' origin url`;
    const { exit, stderr } = await run(["sh", "-c", script], { cwd });
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr:
        "turnpipe: not a git repository\nturnpipe: could not review: the hook itself failed, see above: nothing is pushed (on_error: closed)\n",
    });
  });
});

test("Ctrl-C stops the push, whatever the policy, and leaves nothing behind", async () => {
  await withPush([SILENT], async (stage) => {
    stage.install({ onError: "open", mode: "warn" });
    const to = stage.write("code.txt", "one\n");
    const range = { from: EMPTY_TREE, to };
    // A terminal tells all that runs in it.
    const meanwhile = (group: number) => process.kill(-group, "SIGINT");
    const { words, ...rest } = await stage.push(undefined, { meanwhile });
    expect({ ...rest, words: ownLines(words) }).toEqual(
      pushed(range, {
        exit: "SIGINT",
        words: `${REVIEWING}turnpipe: interrupted: nothing is pushed\n`,
        remote: {},
        logged: [verdict(range, { what: "error", outcome: "error", reason: "stopped by SIGINT" })],
      }),
    );
  });
});

const cwdOf = (body: unknown): string | undefined =>
  /<cwd>(.*?)<\/cwd>/.exec(JSON.stringify(body))?.[1];

/** What the command of an earlier answer printed, as the model was told. */
function outputOf(body: unknown): string {
  const { input } = body as { input: readonly { type: string; output?: unknown }[] };
  const output = input.find(({ type }) => type === "function_call_output")?.output;
  const text = typeof output === "string" ? output : JSON.stringify(output);
  return text.slice(text.indexOf("Output:\n") + "Output:\n".length);
}
