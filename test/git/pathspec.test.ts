import { expect, test } from "vitest";

import { readChange } from "../../src/git/change.js";
import { pathspec } from "../../src/git/pathspec.js";
import { repository } from "../helpers/git-repository.js";

test.each([
  ["src", "src"],
  ["*.ts", "*.ts"],
  ["!dist", ":(exclude)dist"],
  ["!*.snap", ":(exclude)*.snap"],
  [":(glob)src/**", ":(glob)src/**"],
  ["a!b", "a!b"],
])("%j is %j to git", (path, expected) => {
  expect(pathspec(path)).toBe(expected);
});

test.each([
  { paths: ["src"], left: ["src/a.ts", "src/gen/b.ts"] },
  { paths: ["*.ts"], left: ["a.ts", "src/a.ts", "src/gen/b.ts"] },
  { paths: ["src", "!src/gen"], left: ["src/a.ts"] },
  { paths: ["!src/gen"], left: ["a.ts", "b.md", "src/a.ts"] },
  { paths: ["!*.ts"], left: ["b.md"] },
  { paths: ["!*"], left: [] },
])("$paths leaves $left of a change", ({ paths, left }) => {
  const here = repository();
  here.commit({});
  for (const name of ["a.ts", "b.md", "src/a.ts", "src/gen/b.ts"]) here.write(name, "1\n");
  here.run("add", "src/a.ts", "b.md");
  const { diff } = readChange(here.git, { kind: "uncommitted" }, paths.map(pathspec));
  const names = [...diff.matchAll(/^diff --git a\/(.*) b\//gm)].map(([, name]) => name);
  expect(names.sort()).toEqual(left);
});
