import { realpathSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { gitIn, withoutGitVariables } from "../../src/git/git.js";
import { complaint, folder, repository, GIT_ENV } from "../helpers/git-repository.js";

test("git runs in its directory and gives what it printed", () => {
  const { dir } = repository();
  const git = gitIn(dir, GIT_ENV);
  expect([git.cwd, git.run(["rev-parse", "--show-toplevel"])]).toEqual([dir, `${dir}\n`]);
});

test("what is given as input reaches git", () => {
  const { git } = repository();
  expect([
    git.run(["hash-object", "--stdin"], "hello\n"),
    git.tryRun(["stripspace"], "\n\na\n"),
  ]).toEqual(["ce013625030ba8dba906f756967f9e9ca394464a\n", "a\n"]);
});

test("a failure is an error that quotes git", () => {
  const { git } = repository();
  expect(complaint(() => git.run(["rev-parse", "--verify", "nobody"]))).toEqual({
    kind: "input",
    message: "git rev-parse: fatal: Needed a single revision",
    hint: undefined,
  });
});

test("a failure is no answer to a question", () => {
  const { git } = repository();
  expect([
    git.tryRun(["rev-parse", "--verify", "nobody"]),
    git.tryRun(["rev-parse", "--git-dir"]),
  ]).toEqual([undefined, ".git\n"]);
});

test("a git that cannot be started is an error too", () => {
  const nowhere = gitIn(join(folder(), "none"), GIT_ENV);
  expect([complaint(() => nowhere.run(["version"])), nowhere.tryRun(["version"])]).toEqual([
    { kind: "input", message: "git version: spawnSync git ENOENT", hint: undefined },
    undefined,
  ]);
});

test("names come as they are and without colours, whatever the repository is set to", () => {
  const { git, run, commit } = repository();
  commit({ "näme.txt": "one\n" });
  run("config", "core.quotePath", "true");
  run("config", "color.ui", "always");
  expect([git.run(["ls-files"]), git.run(["log", "--oneline", "--format=%C(auto)%h"])]).toEqual([
    "näme.txt\n",
    `${run("rev-parse", "--short", "HEAD")}\n`,
  ]);
});

test("the variables a hook inherits lead git into no other repository", () => {
  const other = repository();
  const { dir } = repository();
  const git = gitIn(dir, {
    ...GIT_ENV,
    GIT_DIR: join(other.dir, ".git"),
    GIT_WORK_TREE: other.dir,
    GIT_INDEX_FILE: join(other.dir, "index"),
  });
  expect(realpathSync(git.run(["rev-parse", "--show-toplevel"]).trim())).toBe(dir);
});

test("only what points at a repository is forgotten", () => {
  const kept = {
    PATH: "/bin",
    GIT_AUTHOR_NAME: "Tester",
    GIT_SSH_COMMAND: "ssh -i key",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_DIRECTORY_OF_MINE: "kept",
  };
  const forgotten = {
    GIT_DIR: "x",
    GIT_INDEX_FILE: "x",
    GIT_WORK_TREE: "x",
    GIT_COMMON_DIR: "x",
    GIT_PREFIX: "x",
    GIT_OBJECT_DIRECTORY: "x",
    GIT_ALTERNATE_OBJECT_DIRECTORIES: "x",
    GIT_QUARANTINE_PATH: "x",
    GIT_CONFIG: "x",
    GIT_CONFIG_PARAMETERS: "'diff.noprefix=true'",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "diff.noprefix",
    GIT_CONFIG_VALUE_0: "true",
    GIT_PUSH_OPTION_COUNT: "1",
    GIT_PUSH_OPTION_0: "x",
  };
  expect(withoutGitVariables({ ...forgotten, ...kept })).toEqual(kept);
});

test("every variable git itself calls local is forgotten", () => {
  const { run } = repository();
  const names = run("rev-parse", "--local-env-vars").split("\n");
  expect(withoutGitVariables(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual({});
});
