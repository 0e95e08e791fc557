import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findConfig } from "../../config/find.js";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "turnpipe-config-")));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Makes files below the root; a name that ends in a slash is a folder. */
function make(...files: (string | [string, string])[]): void {
  for (const file of files) {
    const [name, text] = typeof file === "string" ? [file, "{}"] : file;
    const path = join(root, name);
    mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(path, text);
  }
}

const find = (dir: string, env: Record<string, string> = {}) =>
  findConfig({ env, workdir: join(root, dir) });

test("nothing is found where there is nothing", () => {
  make("repo/.git/HEAD", "repo/src/");
  expect(find("repo/src")).toEqual({ user: undefined, project: undefined });
});

test("the nearest project file counts, up to the root of the repository", () => {
  make(
    ".turnpiperc",
    "repo/.git/HEAD",
    "repo/turnpipe.config.yaml",
    "repo/a/.turnpiperc.yml",
    "repo/a/b/",
    "repo/c/",
  );
  expect([find("repo/a/b").project, find("repo/c").project]).toEqual([
    join(root, "repo/a/.turnpiperc.yml"),
    join(root, "repo/turnpipe.config.yaml"),
  ]);
});

test("a file above the repository is not the project's", () => {
  make(".turnpiperc", "repo/.git/HEAD");
  expect(find("repo").project).toBeUndefined();
});

test("outside a repository only the directory itself is looked at", () => {
  make(".turnpiperc", "plain/sub/");
  expect([find("plain/sub").project, find(".").project]).toEqual([
    undefined,
    join(root, ".turnpiperc"),
  ]);
});

test("an empty .git folder makes no repository, a .git file makes a worktree", () => {
  make(
    ".turnpiperc",
    "empty/.git/",
    "empty/.turnpiperc",
    "empty/sub/",
    "tree/.git",
    "tree/.turnpiperc.json",
    "tree/sub/",
  );
  expect([find("empty/sub").project, find("tree/sub").project]).toEqual([
    undefined,
    join(root, "tree/.turnpiperc.json"),
  ]);
});

test("a package.json counts only when it speaks of turnpipe", () => {
  make(
    "one/.git/HEAD",
    ["one/package.json", '{"name":"one"}'],
    "two/.git/HEAD",
    ["two/package.json", '{"turnpipe":{"model":"m"}}'],
    "three/.git/HEAD",
    ["three/package.json", "not json"],
  );
  expect(["one", "two", "three"].map((dir) => find(dir).project)).toEqual([
    undefined,
    join(root, "two/package.json"),
    undefined,
  ]);
});

test("JavaScript config files are never looked at", () => {
  make(
    "repo/.git/HEAD",
    "repo/turnpipe.config.js",
    "repo/.turnpiperc.cjs",
    "repo/turnpipe.config.ts",
  );
  expect(find("repo").project).toBeUndefined();
});

test("the user's own file is in the XDG config directory, else in ~/.config", () => {
  make("repo/.git/HEAD", "xdg/turnpipe/config.yaml", "home/.config/turnpipe/config.json");
  const [XDG_CONFIG_HOME, HOME] = [join(root, "xdg"), join(root, "home")];
  expect([
    find("repo", { XDG_CONFIG_HOME, HOME }).user,
    find("repo", { HOME }).user,
    find("repo", { XDG_CONFIG_HOME: "", HOME }).user,
  ]).toEqual([
    join(root, "xdg/turnpipe/config.yaml"),
    join(root, "home/.config/turnpipe/config.json"),
    join(root, "home/.config/turnpipe/config.json"),
  ]);
});
