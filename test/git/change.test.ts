import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readChange } from "../../src/git/change.js";
import { gitIn } from "../../src/git/git.js";
import { EMPTY_TREE, parseRange } from "../../src/git/target.js";
import {
  complaint,
  folder,
  repository,
  type Scratch,
  scratch,
  GIT_ENV,
} from "../helpers/git-repository.js";

const UNCOMMITTED = { kind: "uncommitted" as const };
const commit = (sha: string) => ({ kind: "commit" as const, sha, title: null });
const range = (word: string) => ({ kind: "range" as const, ...parseRange(word) });

const uncommitted = ({ git }: Pick<Scratch, "git">, ...paths: string[]) =>
  readChange(git, UNCOMMITTED, paths);

const PLAIN = ["--no-ext-diff", "--no-textconv", "--full-index", "--find-renames"];

/** The names in a diff's headings, in order. */
const names = (diff: string): string[] =>
  [...diff.matchAll(/^diff --git a\/.* b\/(.*)$/gm)].map(([, name]) => name!);

describe("what is not committed", () => {
  test("is what is staged, what is not, and what git does not know yet", () => {
    const here = repository();
    const head = here.commit({
      staged: "1\n",
      edited: "1\n",
      gone: "1\n",
      ".gitignore": "*.log\n",
    });
    here.write("staged", "2\n");
    here.run("add", "staged");
    here.write("edited", "2\n");
    rmSync(join(here.dir, "gone"));
    here.write("new", "1\n");
    here.write("ignored.log", "1\n");
    const change = uncommitted(here);
    here.run("add", "--intent-to-add", "new");
    const [tracked, added] = [["edited", "gone", "staged"], ["new"]].map((files) =>
      here.run("diff", "--full-index", "HEAD", "--", ...files),
    );
    expect(change).toEqual({
      target: "uncommitted changes",
      head,
      base: head,
      tip: null,
      diff: `${tracked!}\n${added!}\n`,
      digest: change.digest,
      empty: false,
    });
    expect(change.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test("may be nothing", () => {
    const here = repository();
    here.commit({ file: "1\n" });
    expect(uncommitted(here)).toMatchObject({ diff: "", empty: true });
  });

  test.each(["sha1", "sha256"] as const)("is everything before the first commit: %s", (kind) => {
    const here = repository(`--object-format=${kind}`);
    expect(uncommitted(here)).toMatchObject({ head: null, base: EMPTY_TREE[kind], empty: true });
    here.write("staged", "1\n");
    here.run("add", "staged");
    here.write("new", "1\n");
    const { diff } = uncommitted(here);
    here.run("add", "--all");
    const [staged, added] = ["staged", "new"].map((file) =>
      here.run("diff", "--cached", "--full-index", "--", file),
    );
    expect(diff).toBe(`${staged!}\n${added!}\n`);
  });

  test("is shown for a new file to the letter as git would show it once added", () => {
    const here = repository();
    here.commit({ file: "1\n" });
    const files: Record<string, string | Buffer> = {
      "a b/with space": "one\ntwo\n",
      'quote" and \\ and\ttab\nline\u0001\u007f': "one\n",
      "näme ☃": "über\n",
      binary: Buffer.from("a\0b"),
      "crlf and more": "one\r\ntwo\u2028three\r\n\n",
      empty: "",
      latin1: Buffer.from([0x66, 0xfc, 0x72, 0x0a]),
      "late zero": Buffer.concat([Buffer.alloc(8000, "a"), Buffer.from("\0\n")]),
      "no end": "one\ntwo",
      "only newline": "\n",
      "-dash": "--- a/file\n+++ b/file\n@@ -1 +1 @@\ndiff --git a/x b/x\n",
      program: "#!/bin/sh\n",
    };
    for (const [name, content] of Object.entries(files)) here.write(name, content);
    chmodSync(join(here.dir, "program"), 0o755);
    symlinkSync("no such target", join(here.dir, "link"));
    const { diff } = uncommitted(here);
    here.run("add", "--all");
    const shown = here.git.run(["diff", "--cached", "--full-index", "--no-renames"]);
    expect(diff).toBe(shown);
  });

  test("only names a new file of more than a megabyte", () => {
    const here = repository();
    here.commit({ file: "1\n" });
    here.write("just", `${"a".repeat(1024 * 1024 - 1)}\n`);
    here.write("over", `${"a".repeat(1024 * 1024)}\n`);
    const [just, over] = uncommitted(here).diff.split(/^(?=diff)/m);
    const id = here.run("hash-object", "over");
    expect([just!.length > 1024 * 1024, over]).toEqual([
      true,
      `diff --git a/over b/over\nnew file mode 100644\nindex ${"0".repeat(40)}..${id}\n` +
        "Binary files /dev/null and b/over differ\n",
    ]);
  });

  test("leaves out a repository of its own, and goes on", () => {
    const here = repository();
    here.commit({ file: "1\n" });
    const inner = scratch(join(here.dir, "inner"));
    mkdirSync(inner.dir);
    inner.run("init", "--quiet");
    inner.commit({ file: "1\n" });
    here.write("zebra", "1\n");
    expect(names(uncommitted(here).diff)).toEqual(["zebra"]);
  });

  test("knows a submodule by its commit, not by what is edited in it", () => {
    const library = repository();
    const old = library.commit({ file: "1\n" });
    const here = repository();
    here.run("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "lib");
    here.commit({});
    const inner = scratch(join(here.dir, "lib"));
    inner.write("file", "2\n");
    inner.write("new", "1\n");
    expect(uncommitted(here)).toMatchObject({ diff: "", empty: true });
    const fresh = inner.commit({});
    here.run("config", "diff.submodule", "log");
    here.run("config", "submodule.lib.ignore", "all");
    expect(uncommitted(here).diff).toBe(
      `diff --git a/lib b/lib\nindex ${old}..${fresh} 160000\n--- a/lib\n+++ b/lib\n` +
        `@@ -1 +1 @@\n-Subproject commit ${old}\n+Subproject commit ${fresh}\n`,
    );
    rmSync(inner.dir, { recursive: true });
    expect(names(uncommitted(here).diff)).toEqual(["lib"]);
  });

  test("can be read in the middle of a conflict", () => {
    const here = repository();
    here.commit({ file: "1\n" });
    here.run("checkout", "--quiet", "-b", "side");
    here.commit({ file: "2\n" });
    here.run("checkout", "--quiet", "main");
    here.commit({ file: "3\n" });
    expect(() => here.run("merge", "side")).toThrow();
    expect(uncommitted(here).diff).toContain("+<<<<<<< HEAD\n");
  });

  test("is all of it, asked anywhere in the repository", () => {
    const here = repository();
    here.commit({ "a/b/old": "1\n", top: "1\n" });
    here.write("a/b/old", "2\n");
    here.write("top", "2\n");
    here.write("new", "1\n");
    here.write("a/new", "1\n");
    const below = gitIn(join(here.dir, "a/b"), GIT_ENV);
    expect(readChange(below, UNCOMMITTED, [])).toEqual(uncommitted(here));
    expect(readChange(below, UNCOMMITTED, [":(exclude)none"])).toEqual(uncommitted(here));
  });

  test("needs a working tree", () => {
    expect(complaint(() => uncommitted(repository("--bare")))).toMatchObject({ kind: "input" });
  });
});

describe("paths", () => {
  const changed = () => {
    const here = repository();
    here.commit({ "src/a": "1\n", "src/a.lock": "1\n", "doc/a": "1\n" });
    for (const path of ["src/a", "src/a.lock", "doc/a", "src/b", "src/b.lock", "doc/b"])
      here.write(path, "2\n");
    return here;
  };

  test.each([
    [["src"], ["src/a", "src/a.lock", "src/b", "src/b.lock"]],
    [["src/a"], ["src/a"]],
    [[":(exclude)*.lock"], ["doc/a", "src/a", "doc/b", "src/b"]],
    [
      ["src", ":!*.lock"],
      ["src/a", "src/b"],
    ],
    [[":^src", ":(exclude,glob)doc/b"], ["doc/a"]],
    [["none"], []],
  ])("%j hold for known and for new files", (paths, expected) => {
    const change = uncommitted(changed(), ...paths);
    expect([names(change.diff), change.empty]).toEqual([expected, expected.length === 0]);
  });

  test("hold for commits, too, and are no options", () => {
    const here = changed();
    here.commit({ "--cached": "1\n" });
    expect(
      [["doc"], [":!src"], ["--cached"]].map((paths) =>
        names(readChange(here.git, commit("HEAD"), paths).diff),
      ),
    ).toEqual([["doc/a", "doc/b"], ["--cached", "doc/a", "doc/b"], ["--cached"]]);
  });

  test("outside the repository are an error", () => {
    const here = changed();
    expect(complaint(() => uncommitted(here, "../elsewhere"))).toMatchObject({ kind: "input" });
  });
});

describe("commits", () => {
  test("against a branch, the working tree counts, but not what git does not know", () => {
    const here = repository();
    const one = here.commit({ file: "1\n" });
    here.run("checkout", "--quiet", "-b", "side");
    const head = here.commit({ mine: "1\n" });
    here.write("file", "2\n");
    here.write("new", "1\n");
    const change = readChange(here.git, { kind: "base", branch: "main" }, []);
    expect(change).toEqual({
      target: "changes against 'main'",
      head,
      base: one,
      tip: null,
      diff: `${here.run("diff", "--full-index", one)}\n`,
      digest: change.digest,
      empty: false,
    });
  });

  test("alone, the working tree does not count", () => {
    const here = repository();
    const one = here.commit({ file: "1\n" });
    const two = here.commit({ file: "2\n" });
    here.write("file", "3\n");
    const diff = `${here.run("diff", "--full-index", one, two)}\n`;
    const whole = `${here.run("diff", "--full-index", EMPTY_TREE.sha1, one)}\n`;
    expect(
      [commit(two), range(`${one}..${two}`), commit(one), range(`${two}..HEAD`)].map(
        (target) => readChange(here.git, target, []).diff,
      ),
    ).toEqual([diff, diff, whole, ""]);
  });
});

describe("whatever the repository is set to", () => {
  const HOSTILE = {
    "diff.noprefix": "true",
    "diff.mnemonicPrefix": "true",
    "diff.external": "false",
    "diff.algorithm": "histogram",
    "diff.renames": "false",
    "diff.context": "0",
    "diff.interHunkContext": "9",
    "diff.relative": "true",
    "diff.suppressBlankEmpty": "true",
    "diff.autoRefreshIndex": "false",
    "diff.indentHeuristic": "false",
    "diff.wsErrorHighlight": "all",
    "diff.colorMoved": "zebra",
    "diff.ignoreSubmodules": "all",
    "diff.submodule": "diff",
    "diff.upper.textconv": "tr a-z A-Z <",
    "diff.upper.command": "false",
    "color.ui": "always",
    "color.diff": "always",
    "core.abbrev": "4",
    "core.quotePath": "true",
    "core.pager": "false",
  };
  const EMPTY_LINES = ["a\n\nb\nc\n\nd\n\ne\nf\ng\nh\n", "a\n\nB\nc\n\nd\n\ne\nf\ng\nH\n"];
  const FUNCTION = "/*\n */\nname() {\n  1\n}\n\n";
  /** Before and after. */
  const FILES: Readonly<Record<string, readonly string[]>> = {
    "b/text": EMPTY_LINES,
    "ä.up": EMPTY_LINES,
    // Each algorithm and the heuristic for indents have their own idea of these two.
    letters: ["a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n"],
    "code.c": [FUNCTION, FUNCTION.replace("name", "other") + FUNCTION],
  };

  test("a diff looks the same", () => {
    const here = repository();
    for (const [name, [before]] of Object.entries(FILES)) here.write(name, before!);
    here.commit({ old: "1\n2\n3\n4\n", ".gitattributes": "*.up diff=upper\n" });
    for (const [name, [, after]] of Object.entries(FILES)) here.write(name, after!);
    here.run("mv", "old", "moved");
    const plain = uncommitted(here);
    here.write(".git/order", "*.up\nb/*\n");
    here.run("config", "diff.orderFile", join(here.dir, ".git/order"));
    for (const [name, value] of Object.entries(HOSTILE)) here.run("config", name, value);
    expect(uncommitted(here)).toEqual(plain);
    expect(readChange(gitIn(join(here.dir, "b"), GIT_ENV), UNCOMMITTED, [])).toEqual(plain);
    expect(plain.diff).toContain("rename from old\nrename to moved\n");
    expect(plain.diff).toContain("--- a/ä.up\n+++ b/ä.up\n@@ -1,6 +1,6 @@\n a\n \n-b\n+B\n c\n");
  });
});

describe("the digest", () => {
  const files = { file: "1\n", binary: Buffer.from("a\0") };
  const changed = () => {
    const here = repository();
    here.commit(files);
    here.write("file", "2\n");
    here.write("new", "1\n");
    return here;
  };

  test("stays the same while nothing but time and the index's notes change", () => {
    const here = changed();
    const { digest } = uncommitted(here);
    for (const name of ["file", "binary", "new"]) utimesSync(join(here.dir, name), 1, 1);
    expect(uncommitted(here).digest).toBe(digest);
    here.run("config", "diff.autoRefreshIndex", "false");
    expect(uncommitted(here).digest).toBe(digest);
    here.run("add", "file");
    here.run("branch", "another");
    here.write(".git/info/exclude", "ignored\n");
    here.write("ignored", "1\n");
    expect(uncommitted(here).digest).toBe(digest);
  });

  test.each<[string, (here: Scratch) => void]>([
    ["an edit", ({ write }) => write("file", "3\n")],
    ["an edit of a binary file", ({ write }) => write("binary", Buffer.from("b\0"))],
    ["an edit of a new file", ({ write }) => write("new", "2\n")],
    [
      "one byte of a new file that is no letter",
      ({ write }) => write("bytes", Buffer.of(0xfe, 10)),
    ],
    ["the end of a long new file", ({ write }) => write("long", `${LONG}2`)],
    ["a new binary file", ({ write }) => write("zero", Buffer.from("b\0"))],
    ["one more new file", ({ write }) => write("more", "")],
    ["a program", ({ dir }) => chmodSync(join(dir, "new"), 0o755)],
    ["a commit", ({ run }) => void run("commit", "--quiet", "--allow-empty", "--message=more")],
  ])("is another after %s", (_, act) => {
    const here = changed();
    here.write("bytes", Buffer.of(0xff, 10));
    here.write("long", `${LONG}1`);
    here.write("zero", Buffer.from("a\0"));
    const { digest } = uncommitted(here);
    act(here);
    expect(uncommitted(here).digest).not.toBe(digest);
  });

  test("of a commit is another once HEAD has moved", () => {
    const here = repository();
    const one = here.commit(files);
    const { head, digest, ...rest } = readChange(here.git, commit(one), []);
    const two = here.commit({ file: "2\n" });
    const later = readChange(here.git, commit(one), []);
    expect(later).toEqual({ ...rest, head: two, digest: later.digest });
    expect([head, later.digest === digest]).toEqual([one, false]);
  });

  const LONG = "a".repeat(1024 * 1024);
});

test("outside a repository git says so", () => {
  expect(complaint(() => uncommitted(scratch(folder())))).toEqual({
    kind: "input",
    message: "git rev-parse: fatal: not a git repository (or any of the parent directories): .git",
    hint: undefined,
  });
});

test("a rename is told as git tells it", () => {
  const here = repository();
  here.commit({ old: "1\n2\n3\n4\n" });
  here.run("mv", "old", "new");
  expect(uncommitted(here).diff).toBe(`${here.run("diff", ...PLAIN, "HEAD")}\n`);
});
