import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readChange } from "../../src/git/change.js";
import { ignorableFiles } from "../../src/git/generated.js";
import { gitIn } from "../../src/git/git.js";
import { ENV, folder, repository, scratch } from "./scratch.js";

/** A repository is only asked for attributes, and these files have none. */
const byName = (files: readonly string[]) => ignorableFiles(scratch(folder()).git, files);

const IGNORABLE = [
  ".terraform.lock.hcl",
  "Cargo.lock",
  "Gemfile.lock",
  "api/service.pb.go",
  "api/service_pb.d.ts",
  "api/service_pb2.py",
  "api/service_pb2_grpc.py",
  "app/node_modules/left/index.js",
  "bun.lock",
  "composer.lock",
  "dist/app.3f2a9c1b.js",
  "dist/chunks/chunk-6EKVCJG4.js",
  "dist/vendors.bundle.js",
  "flake.lock",
  "go.sum",
  "lib/jquery.min.js",
  "lib/page.js.map",
  "lib/style.min.css",
  "package-lock.json",
  "packages/a/package-lock.json",
  "pnpm-lock.yaml",
  "poetry.lock",
  "src/__snapshots__/a.test.ts.snap",
  "third_party/zlib/zlib.c",
  "uv.lock",
  "vendor/github.com/x/y.go",
  "yarn.lock",
];

const WRITTEN = [
  "README.md",
  "cargo.lock.md",
  "dist/index.js",
  "dist/my-component.js",
  "go.mod",
  "package.json",
  "src/admin.js",
  "src/clock.ts",
  "src/lock.ts",
  "src/map.ts",
  "src/pb.go",
  "src/vendor.ts",
  "vendored/x.go",
];

test("lock files, other people's code and generated code are known by their names", () => {
  expect(byName([...WRITTEN, ...IGNORABLE])).toEqual(IGNORABLE);
});

test("the list is sorted and names each file once, in whatever order they come", () => {
  expect(byName(["yarn.lock", "vendor/a", "go.sum", "yarn.lock"])).toEqual([
    "go.sum",
    "vendor/a",
    "yarn.lock",
  ]);
});

test("nothing changed is nothing to ignore", () => {
  expect([byName([]), ignorableFiles(scratch(folder()).git, "")]).toEqual([[], []]);
});

describe(".gitattributes", () => {
  const ATTRIBUTES = [
    "*.gen.ts linguist-generated",
    "theirs/** linguist-vendored=true",
    "mine.lock linguist-generated=false",
    "vendor/ours/** -linguist-vendored",
    "vendor/ours/made.ts linguist-generated",
    "*.odd linguist-generated=perhaps",
    "näme* linguist-generated",
  ].join("\n");
  const FILES = [
    "a.gen.ts",
    "theirs/x.ts",
    "yarn.lock",
    "vendor/ours/x.ts",
    "vendor/ours/made.ts",
    "vendor/x.ts",
    "a.odd",
    "näme\nwith line",
    "-x",
  ];
  const EXPECTED = [
    "a.gen.ts",
    "näme\nwith line",
    "theirs/x.ts",
    "vendor/ours/made.ts",
    "vendor/x.ts",
    "yarn.lock",
  ];

  test.each(["", "vendor/ours"])("outweighs a name, asked in /%s", (below) => {
    const { dir, write } = repository();
    write(".gitattributes", ATTRIBUTES);
    mkdirSync(join(dir, below), { recursive: true });
    expect(ignorableFiles(gitIn(join(dir, below), ENV), FILES)).toEqual(EXPECTED);
  });

  test("can keep a lock file in the review", () => {
    const { git, write } = repository();
    write(".gitattributes", "*.lock -linguist-generated\n");
    expect(ignorableFiles(git, ["yarn.lock", "go.sum"])).toEqual(["go.sum"]);
  });
});

test("the names are read from a diff, whatever happened to a file", () => {
  const here = repository();
  const text = "1\n2\n3\n4\n5\n";
  here.commit({
    "go.sum": "sum\n",
    "yarn.lock": "lock\n",
    "vendor/old name.c": text,
    "vendor/bytes": Buffer.from("a\0"),
    "src/file.ts": text,
    "src/leaves.ts": text.repeat(3),
    "vendor/returns.ts": text.repeat(9),
  });
  here.run("rm", "--quiet", "go.sum");
  here.run("mv", "vendor/old name.c", "vendor/new name.c");
  here.run("mv", "src/leaves.ts", "vendor/comes.ts");
  here.run("mv", "vendor/returns.ts", "src/returns.ts");
  here.write("yarn.lock", "1\n");
  here.write("vendor/bytes", Buffer.from("b\0"));
  here.write(
    "src/file.ts",
    "++ b/vendor/x\ndiff --git a/vendor/y b/vendor/y\r\rdiff --git a/yarn.lock b/yarn.lock\n",
  );
  here.write("vendor/empty file", "");
  here.write('vendor/quote"\tand\u0001 \\ ü\n', "1\n");
  const { diff } = readChange(here.git, { kind: "uncommitted" }, []);
  expect(ignorableFiles(here.git, diff)).toEqual([
    "go.sum",
    "vendor/bytes",
    "vendor/comes.ts",
    "vendor/empty file",
    "vendor/new name.c",
    'vendor/quote"\tand\u0001 \\ ü\n',
    "yarn.lock",
  ]);
});

test("what is no diff names nothing", () => {
  expect(ignorableFiles(scratch(folder()).git, "yarn.lock\n+++ b/yarn.lock\ndiff --")).toEqual([]);
});

test("a diff of a merge names its files, too", () => {
  const diff =
    "diff --cc yarn.lock\nindex 1,2..3\n--- a/yarn.lock\n+++ b/yarn.lock\n@@@ -1,1 -1,1 +1,1 @@@\n";
  expect(ignorableFiles(scratch(folder()).git, `${diff}diff --combined go.sum\n`)).toEqual([
    "go.sum",
    "yarn.lock",
  ]);
});
