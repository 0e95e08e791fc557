import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  answer,
  EMPTY_TREE,
  pushed,
  unreviewed,
  withPush,
  type PushStage,
} from "../helpers/push.js";

const quiet = { stderr: "", left: [] };
const NONE = "0".repeat(40);

test("a hook is installed, asked about, changed, and removed again", async () => {
  await withPush([answer()], async (stage) => {
    const { repo, write, push } = stage;
    const hook = hookOf(stage);
    const path = join(repo.dir, ".git", "hooks", "pre-push");
    const status = (known: object) =>
      `${JSON.stringify({ installed: true, mode: "block", on_error: "open", path, chained: "none", ...known, manager: null, gone: false })}\n`;
    const absent = { installed: false, mode: null, on_error: null };
    const steps: readonly (readonly [args: readonly string[], stdout: string])[] = [
      [["status"], `not installed (git looks for it at ${path})\n`],
      [["status", "--json"], status(absent)],
      [["uninstall"], `not installed, nothing to remove: ${path}\n`],
      [["install"], `installed: ${path}\n`],
      [["status"], `installed (block, on_error open) in ${path}\n`],
      [["install"], `installed already: ${path}\n`],
      [["install", "--mode", "warn", "--on-error=closed"], `updated: ${path}\n`],
      [["status", "--json"], status({ mode: "warn", on_error: "closed" })],
    ];
    for (const [args, stdout] of steps) {
      expect([args, await hook(args)]).toEqual([args, { ...quiet, exit: 0, stdout }]);
    }
    const first = write("code.txt", "one\n");
    expect(await push()).toEqual(pushed({ from: EMPTY_TREE, to: first }));
    expect(await hook(["uninstall"])).toEqual({ ...quiet, exit: 0, stdout: `removed: ${path}\n` });
    const second = write("code.txt", "two\n");
    expect(await push()).toEqual(unreviewed({ "refs/heads/main": second }));
  });
});

test("a hook is installed where git looks for it, from wherever one is", async () => {
  await withPush([answer(), answer()], async (stage) => {
    const { repo, write, push, configure } = stage;
    const hook = hookOf(stage);
    const first = write("code.txt", "one\n");
    const linked = join(repo.root, "linked");
    repo.git("worktree", "add", "--quiet", "--detach", linked);
    const path = join(repo.dir, ".git", "hooks", "pre-push");
    configure({ review: { on_error: "closed" } });
    expect(await hook(["install"], linked)).toEqual({
      ...{ ...quiet, exit: 0, stdout: `installed: ${path}\n` },
    });
    const here = await hook(["status"]);
    expect(here.stdout).toBe(`installed (block, on_error closed) in ${path}\n`);
    expect(await push(["origin", "HEAD:refs/heads/main"], { cwd: linked })).toEqual(
      pushed({ from: EMPTY_TREE, to: first }),
    );

    repo.git("config", "core.hooksPath", "tools/my hooks");
    const own = join(repo.dir, "tools", "my hooks", "pre-push");
    const deep = join(repo.dir, "deep");
    mkdirSync(deep);
    const installed = await hook(["install", "--mode=warn"], deep);
    expect(installed).toEqual({
      ...{ ...quiet, exit: 0, stdout: `installed: ${own}\n` },
      stderr:
        "warning: tools/my hooks/pre-push is part of the repository: once committed, it reviews the pushes of others\n",
    });
    const second = write("code.txt", "two\n");
    // The hook is in the working tree, and so in this commit; that makes it no other push.
    expect(await push(undefined, { cwd: deep })).toEqual(pushed({ from: first, to: second }));
  });
});

test("an action that is none is exit 2, and the four that are one are named", async () => {
  await withPush([], async (stage) => {
    const actions = "expected install, uninstall, status, run";
    const rows = [
      [["frob"], `unexpected argument "frob": ${actions}`],
      [[], `no action given: ${actions}`],
      [["status", "frob"], 'unexpected argument "frob"'],
    ] as const;
    for (const [args, problem] of rows) {
      expect(await hookOf(stage)([...args])).toEqual({
        exit: 2,
        stdout: "",
        stderr: `turnpipe: review hook: ${problem}\nhint: see: turnpipe review hook --help\n`,
        left: [],
      });
    }
  });
});

test("outside a repository every action is exit 2 and says so", async () => {
  await withPush([], async (stage) => {
    const { root } = stage.repo;
    for (const action of ["install", "uninstall", "status"]) {
      expect(await hookOf(stage)([action], root)).toEqual({
        exit: 2,
        stdout: "",
        stderr: `turnpipe: ${root} is not inside a git repository\n`,
        left: [],
      });
    }
  });
});

test("`review hook` teaches what it does, with and without an action, and is exit 0", async () => {
  await withPush([], async (stage) => {
    const words = [
      "hook",
      "install",
      "uninstall",
      "status",
      "--mode",
      "--on-error",
      "TURNPIPE_SKIP",
    ];
    for (const args of [["--help"], ["install", "-h"], ["run", "--help"]]) {
      const { stdout, ...rest } = await hookOf(stage)(args);
      const taught = words.filter((word) => stdout.includes(word));
      expect({ ...rest, taught }).toEqual({ ...quiet, exit: 0, taught: words });
    }
  });
});

test("the lines of git are read with care: nothing to push is fine, nonsense is left to the policy", async () => {
  await withPush([], async (stage) => {
    const { repo } = stage;
    const sha = stage.write("code.txt", "one\n");
    const gone = `refs/heads/x ${"a".repeat(40)} refs/heads/x ${NONE}`;
    const failed = "the hook itself failed, see above";
    const expected: readonly (readonly [
      input: string,
      args: string,
      exit: number,
      says: string,
    ])[] = [
      ["", "", 0, ""],
      ["\n", "", 0, ""],
      [`(delete) ${NONE} refs/heads/x ${sha}\n`, "", 0, ""],
      [
        "nonsense\n",
        "--on-error closed",
        2,
        "turnpipe: line 1 is not in git's pre-push format: nonsense\n" +
          "hint: Expected: <local ref> <local id> <remote ref> <remote id>\n" +
          `turnpipe: could not review: ${failed}: nothing is pushed (on_error: closed)\n`,
      ],
      [
        "nonsense\n",
        "--on-error warn",
        0,
        "turnpipe: line 1 is not in git's pre-push format: nonsense\n" +
          "hint: Expected: <local ref> <local id> <remote ref> <remote id>\n" +
          `turnpipe: could not review, and the push continues: ${failed}\n`,
      ],
      [
        `${gone}\n`,
        "--on-error closed",
        2,
        `turnpipe: git pushes ${"a".repeat(40)}, which this repository does not have\n` +
          `turnpipe: could not review: ${failed}: nothing is pushed (on_error: closed)\n`,
      ],
    ];
    const came: unknown[] = [];
    for (const [input, args] of expected) {
      const script = `printf %s '${input}' | turnpipe review hook run ${args} -- origin '${repo.remote}'`;
      const { exit, stdout, stderr, left } = await stage.run(["sh", "-c", script]);
      came.push([input, args, exit, stdout + stderr, left]);
    }
    expect(came).toEqual(expected.map(([...row]) => [...row, []]));
  });
});

test("a call of the hook that git would not make is exit 2", async () => {
  await withPush([], async (stage) => {
    const usage =
      "review hook run [--mode M] [--on-error P] [--timeout T] -- REMOTE URL < lines of git";
    const notGit = `turnpipe: review hook run: git calls this, with its own arguments\nhint: ${usage}\n`;
    const rows = [
      [["--mode", "loud"], /loud/],
      [["extra"], notGit],
      [["--frob", "x"], /frob/],
      [["--timeout", "soon"], /--timeout soon/],
    ] as const;
    for (const [args, says] of rows) {
      expect(await hookOf(stage)(["run", ...args])).toEqual({
        exit: 2,
        stdout: "",
        stderr: typeof says === "string" ? says : (expect.stringMatching(says) as string),
        left: [],
      });
    }
  });
});

test("a broken config file leaves the push to the policy", async () => {
  await withPush([], async (stage) => {
    stage.configure({ review: { fail_on: "P9" } });
    stage.install({ onError: "closed" });
    stage.write("code.txt", "one\n");
    const { exit, words, left, remote, asked } = await stage.push();
    const says = [/config\.json.*fail_on/s.test(words), words.includes(": nothing is pushed")];
    expect({ exit, left, remote, asked, says }).toEqual({
      ...{ exit: 1, left: [], remote: {}, asked: [], says: [true, true] },
    });
  });
});

const hookOf =
  ({ run, repo }: PushStage) =>
  (args: readonly string[], cwd = repo.dir) =>
    run(["turnpipe", "review", "hook", ...args], { cwd });
