import { describe, expect, test } from "vitest";

import type { Purpose } from "../../config/policy.js";
import { resolveConfig } from "../../config/resolve.js";
import type { ReviewSection } from "../../config/schema.js";

const PATH = "/repo/.turnpiperc";
const project = (says: ReviewSection | undefined, trusted = false) => ({
  says,
  trusted,
  path: PATH,
});

/** The section alone, as the hook sees it. */
function resolveReview(
  own: ReviewSection | undefined,
  { says, ...file }: ReturnType<typeof project>,
  purpose: Purpose = "hook",
) {
  const user = own === undefined ? {} : { review: own };
  const theirs = says === undefined ? {} : { review: says };
  const { settings, ignored } = resolveConfig(user, { ...file, says: theirs }, purpose);
  return { settings: settings.review, ignored };
}

const LEVELS = ["never", "P0", "P1", "P2", "P3"] as const;

test("without a section of the project the user's own counts, or none", () => {
  expect([
    resolveReview(undefined, project(undefined)),
    resolveReview({ fail_on: "P0" }, project(undefined)),
  ]).toEqual([
    { settings: undefined, ignored: [] },
    { settings: { fail_on: "P0" }, ignored: [] },
  ]);
});

test("what a project may say goes over what the user says", () => {
  const own: ReviewSection = { format: ["text"], timeout: "1m", on_error: "warn", paths: ["src"] };
  const theirs: ReviewSection = { format: ["json"], timeout: "2m", on_error: "open" };
  expect(resolveReview(own, project(theirs))).toEqual({
    settings: { ...theirs, paths: ["src"] },
    ignored: [],
  });
});

describe("a gate", () => {
  const pairs = LEVELS.flatMap((own) => LEVELS.map((theirs) => [own, theirs] as const));

  test.each(pairs)("of the user's %s and the project's %s is the stricter", (own, theirs) => {
    const weaker = LEVELS.indexOf(theirs) < LEVELS.indexOf(own);
    expect(resolveReview({ fail_on: own }, project({ fail_on: theirs }))).toEqual({
      settings: { fail_on: weaker ? own : theirs },
      ignored: weaker ? ["review.fail_on"] : [],
    });
  });

  test.each(LEVELS)("of nothing and the project's %s is not below the default", (theirs) => {
    const weaker = LEVELS.indexOf(theirs) < LEVELS.indexOf("P1");
    expect(resolveReview(undefined, project({ fail_on: theirs }))).toEqual({
      settings: weaker ? {} : { fail_on: theirs },
      ignored: weaker ? ["review.fail_on"] : [],
    });
  });
});

test.each<[name: string, own: ReviewSection, theirs: ReviewSection, ignored: string[]]>([
  ["paths", {}, { paths: ["!src"] }, ["review.paths"]],
  ["paths over the user's", { paths: ["src"] }, { paths: ["doc"] }, ["review.paths"]],
  ["a file elsewhere", {}, { instructions_file: "/etc/passwd" }, ["review.instructions_file"]],
  ["a file beside", {}, { instructions_file: "/repo-2/x.md" }, ["review.instructions_file"]],
  ["a file above", {}, { instructions_file: "/x.md" }, ["review.instructions_file"]],
  ["an open door", { on_error: "closed" }, { on_error: "open" }, ["review.on_error"]],
  ["less noise", { on_error: "open" }, { on_error: "warn" }, ["review.on_error"]],
  ["less noise than usual", {}, { on_error: "warn" }, ["review.on_error"]],
  ["a warning only", { on_error: "closed" }, { on_error: "warn" }, ["review.on_error"]],
  ["a file to write", {}, { format: ["text=/home/me/.profile"] }, ["review.format"]],
])("%s is not a project's to choose", (_name, own, theirs, ignored) => {
  expect(resolveReview(own, project(theirs))).toEqual({ settings: own, ignored });
});

test.each<[name: string, own: ReviewSection, theirs: ReviewSection]>([
  ["instructions of its own", {}, { instructions_file: "/repo/doc/wishes.md" }],
  ["a door closed for good", { on_error: "open" }, { on_error: "closed" }],
  ["a format", {}, { format: ["markdown"] }],
])("%s is a project's to choose", (_name, own, theirs) => {
  expect(resolveReview(own, project(theirs))).toEqual({ settings: theirs, ignored: [] });
});

test.each<[purpose: Purpose, own: string | undefined, theirs: string, taken: boolean]>([
  ["hook", undefined, "179s", false],
  ["hook", undefined, "3m", true],
  ["hook", undefined, "30m", true],
  ["hook", undefined, "31m", false],
  ["hook", "10s", "9s", false],
  ["hook", "10s", "20s", true],
  ["hook", "2h", "31m", false],
  ["hook", "2h", "2h", true],
  // Nothing is longer than a review without a limit.
  ["review", undefined, "30m", false],
  ["review", undefined, "500h", false],
  ["review", "10s", "20s", true],
  ["review", "10s", "0.001s", false],
])("for a %s, of the user's time %s and the project's %s", (purpose, own, theirs, taken) => {
  const mine = own === undefined ? {} : { timeout: own };
  expect(resolveReview(mine, project({ timeout: theirs }), purpose)).toEqual({
    settings: taken ? { timeout: theirs } : mine,
    ignored: taken ? [] : ["review.timeout"],
  });
});

test("a trusted project may say everything", () => {
  const theirs: ReviewSection = {
    fail_on: "never",
    format: ["text=/tmp/x"],
    timeout: "1s",
    instructions_file: "/etc/motd",
    paths: ["!src"],
    on_error: "open",
  };
  const own: ReviewSection = { fail_on: "P3", on_error: "closed" };
  expect(resolveReview(own, project(theirs, true))).toEqual({ settings: theirs, ignored: [] });
});

test("the section is resolved with the rest of the file, and named among what was ignored", () => {
  const says = {
    codex: "./evil",
    model: "m",
    review: { fail_on: "never", timeout: "9m" },
  } as const;
  expect(
    resolveConfig({ review: { fail_on: "P2" } }, { path: PATH, says, trusted: false }),
  ).toEqual({
    settings: { model: "m", review: { fail_on: "P2", timeout: "9m" } },
    ignored: ["codex", "review.fail_on"],
  });
});
