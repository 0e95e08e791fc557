import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readChange } from "../../src/git/change.js";
import { surveyFiles } from "../../src/git/survey.js";
import type { ReviewTargetSpec } from "../../src/git/target.js";
import { coverageOf } from "../../src/review/coverage.js";
import { repository, type Scratch } from "../helpers/git-repository.js";

const TARGETS: readonly ReviewTargetSpec[] = [
  { kind: "uncommitted" },
  { kind: "base", branch: "main" },
];
const TERABYTE = 2 ** 40;

/** A file with holes: it takes no room, and hours to read. */
function grow({ dir }: Scratch, path: string, size: number): void {
  appendFileSync(join(dir, path), "");
  truncateSync(join(dir, path), size);
}

const read = ({ git, dir }: Scratch, target: ReviewTargetSpec = TARGETS[0]!) => {
  const change = readChange(git, target, []);
  return { change, coverage: coverageOf(surveyFiles(git, dir, change)) };
};

const notShown = (...names: string[]) =>
  names.map((file) => ({ file, state: "not_shown", reason: "large" }));

test("a new file of a terabyte is named as not shown, and not read", () => {
  const here = repository();
  const head = here.commit({ a: "1\n" });
  here.write("b", "2\n");
  grow(here, "huge", TERABYTE);
  const { change, coverage } = read(here);
  expect(change.head).toBe(head);
  expect(change.diff.split("\n").slice(7)).toEqual([
    "diff --git a/huge b/huge",
    "new file mode 100644",
    expect.stringMatching(/^index 0{40}\.\.[0-9a-f]{40}$/),
    "Binary files /dev/null and b/huge differ",
    "",
  ]);
  expect(coverage).toEqual({
    files: 2,
    reviewed: 1,
    ignored: 0,
    not_shown: 1,
    listed: notShown("huge"),
    unlisted: 0,
  });
});

test("so are many that are large only together", () => {
  const here = repository();
  here.commit({ a: "1\n" });
  const names = Array.from({ length: 40 }, (_, at) => `file-${String(at).padStart(2, "0")}`);
  for (const name of names) grow(here, name, 60 * 1024 * 1024);
  const { coverage } = read(here);
  expect(coverage.listed).toEqual(notShown(...names));
});

describe.each(TARGETS)("a tracked file of a terabyte, with the target $kind", (target) => {
  test.each([
    ["that was small", (here: Scratch) => here.commit({ huge: "1\n" }), "M"],
    ["that git is to add", (here: Scratch) => intend(here), "A"],
    ["with a name that git quotes", (here: Scratch) => here.commit({ 'a "b"\n': "1\n" }), "Q"],
  ])("%s is named as not shown, and not read", (_, prepare, kind) => {
    const here = repository();
    prepare(here);
    const name = kind === "Q" ? 'a "b"\n' : "huge";
    grow(here, name, TERABYTE);
    writeFileSync(join(here.dir, "small"), "2\n");
    here.run("add", "small");
    const { change, coverage } = read(here, target);
    expect({ coverage, empty: change.empty }).toEqual({
      coverage: {
        files: 2,
        reviewed: 1,
        ignored: 0,
        not_shown: 1,
        listed: notShown(name),
        unlisted: 0,
      },
      empty: false,
    });
  });
});

function intend(here: Scratch): void {
  here.commit({ a: "1\n" });
  here.write("huge", "");
  here.run("add", "--intent-to-add", "huge");
}

test("an edit of such a file is an edit of the change", () => {
  const here = repository();
  here.commit({ tracked: "1\n" });
  for (const name of ["tracked", "new"]) {
    grow(here, name, TERABYTE);
    const before = read(here).change.digest;
    expect(read(here).change.digest).toBe(before);
    grow(here, name, TERABYTE + 1);
    expect(read(here).change.digest).not.toBe(before);
  }
});
