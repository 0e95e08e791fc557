import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { writeProgram } from "../helpers/push-repository.js";
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
} from "../helpers/real-push.js";

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
      words: `${page}${BLOCKED}`,
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
    const body = JSON.stringify(stage.engine.model.requests[0]?.body);
    expect(/<cwd>(.*?)<\/cwd>/.exec(body)?.[1]).toBe(moved);
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
      ...[...harmless, "GIT_EXEC_PATH", "GIT_PAGER"].sort(),
      repo.dir,
    ]);
  });
});

test.each(["no repository", "another repository"])(
  "a push that git was led to from %s fails loudly, and the policy decides",
  async (where) => {
    await withPush([], async ({ repo, install, write, push }) => {
      const to = write("code.txt", "one\n");
      const cwd = join(repo.root, "elsewhere");
      mkdirSync(cwd);
      if (where === "another repository") repo.git("init", "--quiet", cwd);
      const why =
        where === "no repository"
          ? "this is no git repository"
          : `git pushes ${to}, which this repository does not have`;
      const env = { GIT_DIR: join(repo.dir, ".git") };
      install({ onError: "closed" });
      const stopped = await push(undefined, { cwd, env });
      install({ onError: "open" });
      const went = await push(undefined, { cwd, env });
      const failed = "the hook itself failed, see above";
      const alike = { left: [], asked: [], logged: [] };
      expect([stopped, went]).toEqual([
        {
          ...alike,
          exit: 1,
          words: `turnpipe: ${why}\nturnpipe: could not review: ${failed}: nothing is pushed (on_error: closed)\n${REFUSED}`,
          remote: {},
        },
        {
          ...alike,
          exit: 0,
          words: `turnpipe: ${why}\nturnpipe: COULD NOT REVIEW: ${failed}\nturnpipe: THE PUSH GOES ON UNREVIEWED (on_error: open)\n`,
          remote: { "refs/heads/main": to },
        },
      ]);
    });
  },
);

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

/** What the command of an earlier answer printed, as the model was told. */
function outputOf(body: unknown): string {
  const { input } = body as { input: readonly { type: string; output?: unknown }[] };
  const output = input.find(({ type }) => type === "function_call_output")?.output;
  const text = typeof output === "string" ? output : JSON.stringify(output);
  return text.slice(text.indexOf("Output:\n") + "Output:\n".length);
}
