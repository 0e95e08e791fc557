import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { repositoryFacts } from "../../src/git/repository-facts.js";
import { gitIn } from "../../src/git/git.js";
import { folder, repository, scratch, GIT_ENV } from "../helpers/git-repository.js";

test.each(["", "a/b"])("a repository tells where its things are, asked in /%s", (below) => {
  const { dir } = repository();
  mkdirSync(join(dir, below), { recursive: true });
  expect(repositoryFacts(gitIn(join(dir, below), GIT_ENV))).toEqual({
    root: dir,
    gitDir: join(dir, ".git"),
    hooksDir: join(dir, ".git/hooks"),
  });
});

test.each([
  ["hooks", "hooks"],
  ["./tools/git hooks", "tools/git hooks"],
  ["/srv/hooks", "/srv/hooks"],
])("core.hooksPath %s is honoured from anywhere in the repository", (setting, expected) => {
  const { dir, run } = repository();
  run("config", "core.hooksPath", setting);
  mkdirSync(join(dir, "a/b"), { recursive: true });
  const hooks = ["", "a", "a/b"].map(
    (below) => repositoryFacts(gitIn(join(dir, below), GIT_ENV))?.hooksDir,
  );
  const full = expected.startsWith("/") ? expected : join(dir, expected);
  expect(hooks).toEqual([full, full, full]);
});

test("a linked working tree has a root of its own and shares the rest", () => {
  const { dir, run, commit } = repository();
  commit({ "a/file": "text\n" });
  const tree = join(folder(), "tree");
  run("worktree", "add", "--quiet", tree);
  expect(repositoryFacts(gitIn(join(tree, "a"), GIT_ENV))).toEqual({
    root: tree,
    gitDir: join(dir, ".git"),
    hooksDir: join(dir, ".git/hooks"),
  });
  run("config", "core.hooksPath", "hooks");
  expect(repositoryFacts(gitIn(tree, GIT_ENV))?.hooksDir).toBe(join(tree, "hooks"));
});

test("there are none outside a repository, in a bare one and inside .git", () => {
  const bare = repository("--bare");
  const { dir } = repository();
  expect(
    [scratch(folder()).git, bare.git, gitIn(join(dir, ".git"), GIT_ENV)].map(repositoryFacts),
  ).toEqual([undefined, undefined, undefined]);
});
