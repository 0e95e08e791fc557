import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { GIT_ENV } from "../helpers/git-repository.js";
import { changedLines, type LineRange } from "../../src/review/diff.js";

const TEN = numbered(1, 10);

describe("of a file, a change counts", () => {
  test.each<[string, string, string, LineRange[]]>([
    ["a line that is new", TEN, TEN.replace("5\n", "5\nnew\n"), [range(6, 6)]],
    ["a line that is different", TEN, TEN.replace("5\n", "five\n"), [range(5, 5)]],
    [
      "lines of several places",
      TEN,
      `new\n${TEN.replace("5\n", "a\nb\n")}new\n`,
      [range(1, 1), range(6, 7), range(13, 13)],
    ],
    ["fewer lines than there were", TEN, TEN.replace("4\n5\n6\n", "less\n"), [range(4, 4)]],
    ["the lines around a gap", TEN, TEN.replace("5\n", ""), [range(4, 5)]],
    ["the line after a gap at the start", TEN, TEN.replace("1\n2\n", ""), [range(1, 1)]],
    ["the line before a gap at the end", TEN, numbered(1, 8), [range(8, 8)]],
    [
      "a gap next to a change as one",
      TEN,
      TEN.replace("3\n", "").replace("5\n", "five\n"),
      [range(2, 4)],
    ],
    ["the first line when nothing is left", TEN, "", [range(1, 1)]],
    ["everything when all is new", "", TEN, [range(1, 10)]],
    ["a last line that got its end", "1\n2", "1\n2\n", [range(2, 2)]],
    ["a last line that lost its end", "1\n2\n", "1\n2", [range(2, 2)]],
    ["a line after one without an end", "1\n2", "1\n2\n3", [range(2, 3)]],
    ["lines with Windows ends", "1\r\n2\r\n3\r\n", "1\r\n\r\n2\r\n3\r\n", [range(2, 2)]],
    ["other ends of lines", "1\n2\n", "1\r\n2\n", [range(1, 1)]],
    ["empty lines", "\n\n\n", "\n\n\n\n", [range(4, 4)]],
    ["a line that looks like a heading", "-- x\n", "++ y\n", [range(1, 1)]],
    [
      "lines that look like a diff",
      "-- a/x\n++ b/x\n@@ -1 +1 @@\n1\n",
      "diff --git a/y b/y\n-- a/y\n++ b/y\n@@ -9 +9 @@\n1\n",
      [range(1, 4)],
    ],
    ["form feeds and lone returns as part of a line", "1\n", "1\na\rb\fc\u2028d\n", [range(2, 2)]],
  ])("%s", (_, before, after, ranges) => {
    const repo = repository({ "a.txt": before, "other.txt": "same\n" });
    repo.write("a.txt", after);
    expect(changes(repo.git("diff"))).toEqual({ "a.txt": ranges });
  });

  test("without context as with it", () => {
    const random = generator(11);
    const pairs = Array.from({ length: 40 }, (_, at) => {
      const before = Array.from({ length: 40 }, () => String(Math.floor(random() * 6)));
      const after = before.flatMap((line) => {
        const dice = random();
        return dice < 0.1 ? [] : dice < 0.2 ? ["new", line] : dice < 0.3 ? ["other"] : [line];
      });
      return { name: `${at}.txt`, before, after };
    });
    const repo = repository(
      Object.fromEntries(pairs.map(({ name, before }) => [name, `${before.join("\n")}\n`])),
    );
    for (const { name, after } of pairs) repo.write(name, `${after.join("\n")}\n`);
    const [none, some, all] = ["-U0", "-U2", "-U100"].map((context) => {
      const read = changedLines(repo.git("diff", context));
      // Without context a gap at the end of the file looks like any other.
      return pairs.map(({ name, after }) =>
        read.get(name)?.map(({ start, end }) => range(start, Math.min(end, after.length))),
      );
    });
    expect(some).toEqual(none);
    expect(all).toEqual(none);
    expect(none?.filter((ranges) => ranges === undefined || ranges.length < 2)).toEqual([]);
  });
});

describe("a file is named", () => {
  test.each([
    "a b.txt",
    "a b/c b/a b",
    " b/x",
    "ä €😀.txt",
    "tab\t.txt",
    'quote".txt',
    "back\\slash.txt",
    "new\nline.txt",
    "bell\x07\b\v\f\r.txt",
    "\x01\x7f.txt",
    "+++ b/x",
    "dev/null",
    "-",
  ])("%j when it is changed, new, empty, binary, or only has another mode", (name) => {
    const names = ["changed", "mode", "gone"].map((folder) => `${folder}/${name}`);
    const repo = committed(Object.fromEntries(names.map((path) => [path, "1\n"])));
    repo.write(`changed/${name}`, "2\n");
    repo.write(`new/${name}`, "1\n2\n");
    repo.write(`empty/${name}`, "");
    repo.write(`binary/${name}`, "\0\x01");
    rmSync(join(repo.folder, `gone/${name}`));
    repo.git("add", "--all");
    repo.git("update-index", "--chmod=+x", "--", `mode/${name}`);
    const expected = {
      [`binary/${name}`]: [],
      [`changed/${name}`]: [range(1, 1)],
      [`empty/${name}`]: [],
      [`gone/${name}`]: [],
      [`mode/${name}`]: [],
      [`new/${name}`]: [range(1, 2)],
    };
    expect(changes(repo.git("diff", "--no-renames", "--cached"))).toEqual(expected);
    expect(
      changes(
        repo.git("-c", "core.quotePath=false", "diff", "--no-renames", "--binary", "--cached"),
      ),
    ).toEqual(expected);
  });

  test.each(["new name.txt", "ä\t.txt", "sub/a.txt"])("%j after it was renamed", (name) => {
    const repo = committed({ "old name.txt": TEN, "b.txt": numbered(20, 40) });
    mkdirSync(dirname(join(repo.folder, name)), { recursive: true });
    renameSync(join(repo.folder, "old name.txt"), join(repo.folder, name));
    renameSync(join(repo.folder, "b.txt"), join(repo.folder, "c.txt"));
    repo.write("c.txt", numbered(20, 40).replace("30\n", "thirty\n"));
    repo.git("add", "--all");
    expect(changes(repo.git("diff", "-M", "--cached"))).toEqual({
      [name]: [],
      "c.txt": [range(11, 11)],
    });
  });

  test("by its copy when it was copied", () => {
    const repo = committed({ "a.txt": TEN });
    repo.write("b.txt", TEN);
    repo.git("add", "--all");
    expect(changes(repo.git("diff", "-C", "--find-copies-harder", "--cached"))).toEqual({
      "b.txt": [],
    });
  });

  test("once when it became a link", () => {
    const repo = repository({ "a.txt": TEN });
    rmSync(join(repo.folder, "a.txt"));
    symlinkSync("b.txt", join(repo.folder, "a.txt"));
    expect(changes(repo.git("diff"))).toEqual({ "a.txt": [range(1, 1)] });
  });

  test("when its change is followed by that of another file", () => {
    const repo = repository({ "a.txt": "1", "b.txt": "-- a/b\n", "c.txt": TEN });
    repo.write("a.txt", "2");
    repo.write("b.txt", "");
    repo.write("c.txt", `${TEN}11\n`);
    expect(changes(repo.git("diff"))).toEqual({
      "a.txt": [range(1, 1)],
      "b.txt": [range(1, 1)],
      "c.txt": [range(11, 11)],
    });
  });
});

describe("a diff", () => {
  test("of a merge is read, with its several old sides", () => {
    const repo = committed({ "a.txt": TEN, "gone.txt": "1\n" });
    repo.git("checkout", "--quiet", "-b", "side");
    repo.write("a.txt", TEN.replace("5\n", "side\n"));
    repo.write("gone.txt", "side\n");
    repo.git("commit", "--quiet", "--all", "--message=side");
    repo.git("checkout", "--quiet", "main");
    repo.write("a.txt", TEN.replace("5\n", "main\n"));
    repo.write("gone.txt", "main\n");
    repo.git("commit", "--quiet", "--all", "--message=main");
    spawnSync("git", ["merge", "--quiet", "side"], { cwd: repo.folder, env: GIT_ENV });
    repo.write("a.txt", TEN.replace("5\n", "-- both\n++ both\n").replace("9\n", ""));
    rmSync(join(repo.folder, "gone.txt"));
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message=merge");
    const diff = repo.git("show", "--cc", "HEAD");
    expect({ isCombined: diff.includes("\n@@@ "), read: changes(diff) }).toEqual({
      isCombined: true,
      read: { "a.txt": [range(5, 6), range(9, 10)], "gone.txt": [] },
    });
  });

  test("of a commit may begin with its message", () => {
    const repo = committed({ "a.txt": "1\n" });
    expect(changes(repo.git("show", "HEAD"))).toEqual({ "a.txt": [range(1, 1)] });
  });

  test.each<[string, string, Record<string, LineRange[]>]>([
    ["is nothing", "", {}],
    ["is prose", "no diff\n@@ -1 +1 @@\n+1\n", {}],
    ["ends in a hunk", `${heading("a")}@@ -1,9 +1,9 @@\n 1\n+2`, { a: [range(2, 2)] }],
    [
      "breaks in a hunk",
      `${heading("a")}@@ -1,9 +1,9 @@\n+1\nodd\n${heading("b")}@@ -0,0 +1 @@\n+1\n`,
      { a: [range(1, 1)], b: [range(1, 1)] },
    ],
    [
      "lost the space of an empty line",
      `${heading("a")}@@ -1,2 +1,3 @@\n\n \n+3\n`,
      { a: [range(3, 3)] },
    ],
    [
      "got Windows ends everywhere",
      `${heading("a")}@@ -1,2 +1,3 @@\n \n\n+3\n`.replaceAll("\n", "\r\n"),
      { a: [range(3, 3)] },
    ],
    ["has a hunk of an unknown kind", `${heading("a")}@@@ -1 +1 @@@\n+1\n`, { a: [] }],
  ])("that %s is read as far as it goes", (_, diff, read) => {
    expect(changes(diff)).toEqual(read);
  });
});

const changes = (diff: string) => Object.fromEntries(changedLines(diff));

function range(start: number, end: number): LineRange {
  return { start, end };
}

function heading(name: string): string {
  return `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n`;
}

function numbered(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, at) => `${first + at}\n`).join("");
}

/** A repository of the test's own with these files in its index. */
function repository(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "diff-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync("git", args, {
      cwd: folder,
      env: GIT_ENV,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  git("init", "--quiet", "--initial-branch=main");
  for (const [name, text] of Object.entries(files)) write(name, text);
  git("add", "--all");
  return { folder, write, git };
}

/** The same, with the files in a commit. */
function committed(files: Readonly<Record<string, string>>) {
  const repo = repository(files);
  repo.git("commit", "--quiet", "--message=start");
  return repo;
}

/** The same numbers on every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
