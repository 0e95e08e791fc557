import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { installHook, uninstallHook } from "../../src/review/hook-install.js";
import { writeStartProgram } from "../../src/review/hook-record.js";
import type { HookOptions } from "../../src/review/hook-script.js";
import type { LogEntry } from "../../src/review/log.js";
import {
  makePushRepository,
  writeProgram,
  type PushRepository,
} from "../helpers/git-repository.js";

const which = (name: string): string =>
  spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
const NONE = "0".repeat(40);
const REMEDY = "turnpipe: install it, or where it is installed run: turnpipe review hook install\n";
const CANNOT = "turnpipe: the review hook cannot start turnpipe, or the node that it needs: ";
const GOES_ON = `${CANNOT}the push is NOT REVIEWED.\n${REMEDY}`;
const STOPS = `${CANNOT}nothing is pushed (git push --no-verify skips the hook).\n${REMEDY}`;

// Each of these runs git a dozen times.
describe("git push", { timeout: 60_000 }, () => {
  let repo: PushRepository;
  let bin: string;
  let head: string;
  beforeEach(() => {
    repo = makePushRepository();
    bin = join(repo.root, "bin");
    head = repo.commit("one");
  });
  afterEach(() => {
    repo.remove();
  });

  /** The folder git takes its hooks from. */
  const place = (cwd = repo.dir) => ({
    hooksDir: resolve(cwd, repo.git("-C", cwd, "rev-parse", "--git-path", "hooks")),
  });
  const install = (options: Partial<HookOptions> = {}, cwd = repo.dir) =>
    installHook(place(cwd), {
      mode: "block",
      onError: "open",
      program: join(repo.root, "gone", "turnpipe"),
      ...options,
    });

  /** A program that writes down its name, arguments and stdin, and ends as told. */
  const noting = (name: string, status = 0) =>
    `{ printf '%s' "${name}"; printf ' <%s>' "$@"; echo; cat; } >>"${join(repo.root, "noted")}"\nexit ${status}\n`;
  const fake = (status = 0, file = join(bin, "turnpipe")) =>
    writeProgram(file, `#!/bin/sh\n${noting("turnpipe", status)}`);
  const push = (args = ["origin", "main"], cwd = repo.dir) => {
    const { status, stderr } = repo.tryGit(["push", "--quiet", ...args], { cwd, path: bin });
    return { status, stderr };
  };

  const noted = () => readFileSync(join(repo.root, "noted"), "utf8");
  const nothingNoted = () => !existsSync(join(repo.root, "noted"));
  const arrived = () => repo.git("ls-remote", repo.remote, "refs/heads/main") !== "";
  const called = (mode = "block", onError = "open") =>
    `turnpipe <review> <hook> <run> <--mode> <${mode}> <--on-error> <${onError}> <--> <origin> <${repo.remote}>\n`;
  const line = () => `refs/heads/main ${head} refs/heads/main ${NONE}\n`;
  const REFUSED = /^error: failed to push some refs to /m;

  test("goes on when the review lets it", () => {
    fake();
    install({ mode: "warn", onError: "closed" });
    expect(push()).toEqual({ status: 0, stderr: "" });
    expect([noted(), arrived()]).toEqual([called("warn", "closed") + line(), true]);
  });

  test("stops when the review does not", () => {
    fake(3);
    install();
    const { status, stderr } = push();
    expect([status, noted(), arrived()]).toEqual([1, called() + line(), false]);
    expect(stderr).toMatch(REFUSED);
  });

  test("is not reviewed when there is nothing to push", () => {
    fake(1);
    repo.git("push", "--quiet", "origin", "main");
    install();
    expect([push(), nothingNoted()]).toEqual([{ status: 0, stderr: "" }, true]);
  });

  test("finds turnpipe where it was when the PATH does not have it", () => {
    install({ program: fake(0, join(repo.root, "it's here", "turnpipe")) });
    expect(push()).toEqual({ status: 0, stderr: "" });
    expect([noted(), arrived()]).toEqual([called() + line(), true]);
  });

  test.each(["open", "warn"] as const)(
    "goes on with a word when turnpipe is missing and the policy is %s",
    (onError) => {
      install({ onError });
      expect([push(), arrived()]).toEqual([{ status: 0, stderr: GOES_ON }, true]);
    },
  );

  test("stops with a word when turnpipe is missing and the policy is closed", () => {
    install({ onError: "closed" });
    const { status, stderr } = push();
    expect([status, stderr.startsWith(STOPS), arrived()]).toEqual([1, true, false]);
  });

  test("finds the node of its install where the PATH has none, and so a turnpipe beside it", () => {
    const nodeDirectory = join(repo.root, "node's own/bin");
    writeProgram(join(nodeDirectory, "node"), `#!/bin/sh\nshift\n${noting("turnpipe")}`);
    const program = writeProgram(join(repo.root, "gone/turnpipe"), "#!/usr/bin/env node\n");
    install({ nodeDirectory });
    const git = join(repo.root, "git-only");
    mkdirSync(git);
    for (const name of ["git", "cat", "env", "sh"]) symlinkSync(which(name), join(git, name));
    const { status, stderr } = repo.tryGit(["push", "--quiet", "origin", "main"], { only: git });
    expect([status, stderr, noted(), arrived()]).toEqual([0, "", called() + line(), true]);
    writeProgram(join(nodeDirectory, "turnpipe"), "#!/usr/bin/env node\n");
    rmSync(program);
    repo.commit("two");
    expect(repo.tryGit(["push", "--quiet", "origin", "main"], { only: git }).stderr).toBe("");
  });

  test("finds the program that the git directory names, where the hook names none", () => {
    const program = fake(0, join(repo.root, "it's here", "turnpipe"));
    writeStartProgram(join(repo.dir, ".git"), program, "/node's own/bin");
    install({ program: null });
    expect([push(), noted()]).toEqual([{ status: 0, stderr: "" }, called() + line()]);
  });

  test("notes in the log of the repository that it could not review", () => {
    install({ onError: "closed" });
    push();
    const log = join(repo.dir, ".git/turnpipe/review-log.jsonl");
    const { at, ...entry } = JSON.parse(readFileSync(log, "utf8")) as LogEntry;
    expect([new Date(at).toISOString() === at, entry]).toEqual([
      true,
      {
        what: "error",
        ...{ ref: null, from: null, to: null, outcome: null, cached: false },
        reason: STOPS.slice("turnpipe: ".length, STOPS.indexOf(".\n")),
        ...{ findings: null, duration_ms: 0 },
      },
    ]);
  });

  test("takes a recorded turnpipe that may not be run for a missing one", () => {
    const program = fake();
    writeProgram(program, "#!/bin/sh\n", 0o644);
    install({ program });
    expect([push(), arrived()]).toEqual([{ status: 0, stderr: GOES_ON }, true]);
  });

  const program = (text: string) =>
    `#!${process.execPath}
const args = ["-c", ${JSON.stringify(text)}, "sh", ...process.argv.slice(2)];
const { status } = require("node:child_process").spawnSync("sh", args, { stdio: "inherit" });
process.exitCode = status;
`;

  describe.each<[string, string, (text: string) => string]>([
    ["a shell script", "inside", (text) => `#!/bin/sh\nset -eu\n${text}`],
    ["a strict bash script", "inside", (text) => `#!/bin/bash -eu\n${text}`],
    ["a script that names no shell", "inside", (text) => text],
    ["a program that is no shell script", "beside", program],
  ])("with %s that was the hook before", (_, chained, made) => {
    const theirs = (status = 0) => made(noting("theirs", status));
    const hook = () => join(place().hooksDir, "pre-push");

    test("runs both with the same arguments and lines", () => {
      fake();
      writeProgram(hook(), theirs());
      expect(install().chained).toBe(chained);
      expect(push()).toEqual({ status: 0, stderr: "" });
      const second = `theirs <origin> <${repo.remote}>\n${line()}`;
      expect([noted(), arrived()]).toEqual([called() + line() + second, true]);
    });

    test("does not come to it when the review stops the push", () => {
      fake(3);
      writeProgram(hook(), theirs());
      install();
      expect([push().status, noted(), arrived()]).toEqual([1, called() + line(), false]);
    });

    test("stops when it does, also without turnpipe", () => {
      writeProgram(hook(), theirs(5));
      install();
      const { status, stderr } = push();
      expect([status, stderr.startsWith(GOES_ON), arrived()]).toEqual([1, true, false]);
      expect(noted()).toBe(`theirs <origin> <${repo.remote}>\n${line()}`);
    });

    test("gives it nothing to read when there is nothing to push", () => {
      fake(1);
      repo.git("push", "--quiet", "origin", "main");
      writeProgram(hook(), theirs());
      install();
      expect(push()).toEqual({ status: 0, stderr: "" });
      expect(noted()).toBe(`theirs <origin> <${repo.remote}>\n`);
    });

    test("runs it alone, byte for byte, when ours is gone again", () => {
      fake(3);
      writeProgram(hook(), theirs());
      install();
      uninstallHook(place());
      expect(readFileSync(hook(), "utf8")).toBe(theirs());
      expect(push()).toEqual({ status: 0, stderr: "" });
      expect(noted()).toBe(`theirs <origin> <${repo.remote}>\n${line()}`);
    });
  });

  test("does not run a hook that was switched off", () => {
    fake();
    writeProgram(join(place().hooksDir, "pre-push"), `#!/bin/sh\n${noting("theirs", 1)}`, 0o644);
    install();
    expect([push(), noted()]).toEqual([{ status: 0, stderr: "" }, called() + line()]);
  });

  test("reads the same lines in a loop as without us", () => {
    fake();
    const out = join(repo.root, "looped");
    const loop = `#!/bin/sh\nwhile read -r a b c d; do echo "[$a|$b|$c|$d]" >>"${out}"; done\n`;
    writeProgram(join(place().hooksDir, "pre-push"), loop);
    repo.git("branch", "twin");
    install();
    push(["origin", "main", "twin"]);
    expect(readFileSync(out, "utf8")).toBe(
      ["main", "twin"]
        .map((name) => `[refs/heads/${name}|${head}|refs/heads/${name}|${NONE}]\n`)
        .join(""),
    );
  });

  test.each([
    ["absolute", () => join(repo.root, "my hooks")],
    ["relative", () => "tools/hooks"],
  ])("finds the hook in a folder of the user's choice: %s", (_, folder) => {
    fake(3);
    repo.git("config", "core.hooksPath", folder());
    const { path } = install();
    expect(path).toBe(resolve(repo.dir, folder(), "pre-push"));
    expect([push().status, arrived()]).toEqual([1, false]);
    uninstallHook(place());
    expect([push().status, arrived()]).toEqual([0, true]);
  });

  test("finds the earlier hook beside ours in a relative folder", () => {
    fake();
    repo.git("config", "core.hooksPath", "tools/hooks");
    writeProgram(join(repo.dir, "tools/hooks/pre-push"), program(noting("theirs")));
    expect(install().chained).toBe("beside");
    mkdirSync(join(repo.dir, "deep"));
    expect(push(undefined, join(repo.dir, "deep"))).toEqual({ status: 0, stderr: "" });
    expect(noted()).toBe(`${called()}${line()}theirs <origin> <${repo.remote}>\n${line()}`);
  });

  test("from a linked worktree runs the hook of the repository", () => {
    fake(3);
    const linked = join(repo.root, "linked");
    repo.git("worktree", "add", "--quiet", "--detach", linked);
    const { path } = install({}, linked);
    expect(path).toBe(join(repo.dir, ".git", "hooks", "pre-push"));
    expect([push(undefined, linked).status, arrived()]).toEqual([1, false]);
    rmSync(join(repo.root, "noted"));
    expect([push().status, noted()]).toEqual([1, called() + line()]);
  });
});
