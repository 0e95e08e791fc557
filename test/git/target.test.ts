import { describe, expect, test } from "vitest";

import { EMPTY_TREE, parseRange, type ReviewTargetSpec, sidesOf } from "../../src/git/target.js";
import { complaint, folder, repository, type Scratch, scratch } from "../helpers/git-repository.js";

const base = (branch: string) => ({ kind: "base" as const, branch });
const commit = (sha: string, title: string | null = null) => ({
  kind: "commit" as const,
  sha,
  title,
});
const range = (word: string) => ({ kind: "range" as const, ...parseRange(word) });
const short = (id: string) => id.slice(0, 7);

/** main: one - two; side: one - three. HEAD is on side. */
function forked(): Scratch & { one: string; two: string; three: string } {
  const here = repository();
  const one = here.commit({ a: "one\n" });
  const two = here.commit({ a: "two\n" });
  here.run("checkout", "--quiet", "-b", "side", one);
  const three = here.commit({ b: "three\n" });
  return { ...here, one, two, three };
}

describe("a range", () => {
  test.each([
    ["a..b", { from: "a", to: "b", symmetric: false }],
    ["a...b", { from: "a", to: "b", symmetric: true }],
    ["a..", { from: "a", to: "HEAD", symmetric: false }],
    ["...b", { from: "HEAD", to: "b", symmetric: true }],
    ["v1.0..feature/x", { from: "v1.0", to: "feature/x", symmetric: false }],
    ["HEAD~2...@{u}", { from: "HEAD~2", to: "@{u}", symmetric: true }],
  ])("is read from %s", (word, expected) => {
    expect(parseRange(word)).toEqual(expected);
  });

  test.each([
    "",
    "main",
    "..",
    "...",
    "a....b",
    "a..b..c",
    "-a..b",
    "a..-b",
    "--x",
    "a .. b",
    "a..b\nc",
  ])("is not read from %j", (word) => {
    expect(complaint(() => parseRange(word))).toEqual({
      kind: "usage",
      message: `'${word}' is not a commit range`,
      hint: "write A..B to compare A with B, or A...B for what B added since their merge base",
    });
  });
});

describe("against a branch", () => {
  test("the working tree is compared with where HEAD left it", () => {
    const { git, run, one, two, three } = forked();
    run("tag", "--annotate", "--message=tag", "v1", two);
    run("update-ref", "refs/remotes/origin/main", two);
    expect(["main", "origin/main", "v1", two].map((name) => sidesOf(git, base(name)))).toEqual(
      ["main", "origin/main", "v1", two].map((name) => ({
        target: `changes against '${name}'`,
        head: three,
        base: one,
        tip: null,
      })),
    );
  });

  test("what it follows counts instead, once that has gone on", () => {
    const { git, run, one, two, three } = forked();
    run("branch", "--quiet", "--force", "main", one);
    run("update-ref", "refs/remotes/origin/main", two);
    run("config", "branch.main.remote", "origin");
    run("config", "branch.main.merge", "refs/heads/main");
    run("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*");
    run("checkout", "--quiet", "--detach", two);
    const sides = { target: "changes against 'main'", head: two, base: two, tip: null };
    expect(sidesOf(git, base("main"))).toEqual(sides);
    // Main itself has gone on: what it follows knows nothing new.
    run("branch", "--quiet", "--force", "main", three);
    run("update-ref", "refs/remotes/origin/main", one);
    run("checkout", "--quiet", "--detach", three);
    expect(sidesOf(git, base("main"))).toEqual({ ...sides, head: three, base: three });
  });

  test("of several places to compare with, git's first choice is taken", () => {
    const { git, run, two, three } = forked();
    run("merge", "--quiet", "--no-edit", "main");
    run("checkout", "--quiet", "main");
    run("merge", "--quiet", "--no-edit", three);
    run("commit", "--quiet", "--amend", "--message=the other way round");
    const best = run("merge-base", "HEAD", "side");
    expect([two, three]).toContain(best);
    expect(sidesOf(git, base("side")).base).toBe(best);
  });

  test("one that is not there is named, with the one that may be meant", () => {
    const { git, run, one } = forked();
    run("update-ref", "refs/remotes/origin/develop", one);
    expect(["develop", "nobody"].map((name) => complaint(() => sidesOf(git, base(name))))).toEqual([
      {
        kind: "input",
        message: "'develop' is not a commit in this repository",
        hint: "did you mean origin/develop?",
      },
      { kind: "input", message: "'nobody' is not a commit in this repository", hint: undefined },
    ]);
  });

  test("one without a common history is an error", () => {
    const { git, run, commit } = repository();
    commit({ a: "one\n" });
    run("checkout", "--quiet", "--orphan", "other");
    commit({ a: "other\n" });
    expect(complaint(() => sidesOf(git, base("main")))).toEqual({
      kind: "input",
      message: "'HEAD' and 'main' have no common history",
      hint: undefined,
    });
  });

  test("there must be a commit first", () => {
    const { git } = repository();
    expect(complaint(() => sidesOf(git, base("main")))).toEqual({
      kind: "input",
      message: "the repository has no commits yet to compare with",
      hint: undefined,
    });
  });
});

describe("a commit", () => {
  test("is compared with its first parent, by whichever name", () => {
    const { git, run, one, two, three } = forked();
    run("tag", "--annotate", "--message=tag", "v2", two);
    const sides = { target: `commit ${short(two)}`, head: three, base: one, tip: two };
    expect([two, short(two), "main", "v2"].map((name) => sidesOf(git, commit(name)))).toEqual([
      sides,
      sides,
      sides,
      sides,
    ]);
  });

  test("is told with its title on one line", () => {
    const { git, two } = forked();
    expect(
      ["Fix it", " Fix\nit ", ""].map((title) => sidesOf(git, commit(two, title)).target),
    ).toEqual([
      `commit ${short(two)} (Fix it)`,
      `commit ${short(two)} (Fix it)`,
      `commit ${short(two)}`,
    ]);
  });

  test.each(["sha1", "sha256"] as const)(
    "without a parent is compared with nothing: %s",
    (kind) => {
      const { git, commit: add } = repository(`--object-format=${kind}`);
      const root = add({ a: "one\n" });
      const target = `commit ${short(root)}`;
      expect(sidesOf(git, commit(root))).toEqual({
        target,
        head: root,
        base: EMPTY_TREE[kind],
        tip: root,
      });
    },
  );

  test("that merges is compared with what it was merged into", () => {
    const { git, run, three } = forked();
    run("merge", "--quiet", "--no-edit", "main");
    expect(sidesOf(git, commit("HEAD")).base).toBe(three);
  });

  test("whose parent a shallow clone left out is an error, not a whole project", () => {
    const { dir, commit: add } = repository();
    add({ a: "one\n" });
    const tip = add({ a: "two\n" });
    const clone = scratch(folder());
    clone.run("clone", "--quiet", "--depth=1", `file://${dir}`, ".");
    expect(complaint(() => sidesOf(clone.git, commit("HEAD")))).toEqual({
      kind: "input",
      message: `the parent of commit ${short(tip)} is not in this clone`,
      hint: "the clone is shallow: git fetch --deepen=1",
    });
  });
});

test("a base that a shallow clone left out comes with what to do in CI", () => {
  const { dir, commit: add } = repository();
  add({ a: "one\n" });
  const clone = scratch(folder());
  clone.run("clone", "--quiet", "--depth=1", `file://${dir}`, ".");
  const base = { kind: "base", branch: "origin/release" } as const;
  expect(complaint(() => sidesOf(clone.git, base))).toEqual({
    kind: "input",
    message: "'origin/release' is not a commit in this repository",
    hint: "this clone is shallow: git fetch --unshallow (actions/checkout: fetch-depth: 0)",
  });
});

describe("from one to another", () => {
  test("two dots compare both, three compare with where they parted", () => {
    const { git, one, two, three } = forked();
    expect([sidesOf(git, range("main..side")), sidesOf(git, range("main...side"))]).toEqual([
      { target: `${short(two)}..${short(three)}`, head: three, base: two, tip: three },
      { target: `${short(two)}...${short(three)}`, head: three, base: one, tip: three },
    ]);
  });

  test("HEAD need not have a commit", () => {
    const { git, run } = forked();
    run("checkout", "--quiet", "--orphan", "new");
    expect([range("main..side"), range("main...side")].map((it) => sidesOf(git, it).head)).toEqual([
      null,
      null,
    ]);
  });

  test("a tree will do, as the empty one does for a first push", () => {
    const { git, three } = forked();
    expect(sidesOf(git, range(`${EMPTY_TREE.sha1}..side`))).toEqual({
      target: `4b825dc..${short(three)}`,
      head: three,
      base: EMPTY_TREE.sha1,
      tip: three,
    });
  });

  test.each([
    ["main..nobody", "nobody"],
    ["nobody...main", "nobody"],
    [`${"0".repeat(40)}..main`, "0".repeat(40)],
  ])("%s is an error that names what is not there", (word, name) => {
    const { git } = forked();
    const message = `'${name}' is not a commit in this repository`;
    expect(complaint(() => sidesOf(git, range(word)))).toEqual({
      kind: "input",
      message,
      hint: undefined,
    });
  });

  test("what never met cannot be compared with where it parted", () => {
    const { git, run, commit: add } = forked();
    run("checkout", "--quiet", "--orphan", "other");
    add({ a: "other\n" });
    expect(complaint(() => sidesOf(git, range("main...other")))).toEqual({
      kind: "input",
      message: "'main' and 'other' have no common history",
      hint: undefined,
    });
  });
});

test.each(["--output=stolen", "-p", "", "main\nside", "main\0side"])(
  "%j is taken for no option and for no second name",
  (name) => {
    const { git, run } = forked();
    const targets: Exclude<ReviewTargetSpec, { kind: "uncommitted" }>[] = [
      base(name),
      commit(name),
      { kind: "range", from: name, to: "main", symmetric: false },
      { kind: "range", from: "main", to: name, symmetric: true },
    ];
    const message = `'${name}' is not a commit in this repository`;
    expect(targets.map((target) => complaint(() => sidesOf(git, target)))).toEqual(
      targets.map(() => ({ kind: "input", message, hint: undefined })),
    );
    expect(run("status", "--porcelain")).toBe("");
  },
);

test("outside a repository git says so", () => {
  const { git } = scratch(folder());
  expect(complaint(() => sidesOf(git, base("main")))).toEqual({
    kind: "input",
    message: "git rev-parse: fatal: not a git repository (or any of the parent directories): .git",
    hint: undefined,
  });
});
