import { expect, test } from "vitest";

import { Features, FEATURES, versionHint } from "../../../src/protocol/versions/features.js";

test.each([
  ["0.139.9", false],
  ["0.140.0", true],
  ["0.140.0-alpha.3", true],
  ["0.141.0", true],
  ["1.0.0", true],
])("a feature is there from a version on: %s", (version, has) => {
  expect(new Features(version).has("thread/delete")).toBe(has);
});

test.each([
  ["0.78.9", false],
  ["0.79.0", true],
  ["0.155.1", true],
  ["0.156.0", false],
  ["1.0.0", false],
])("a feature may be gone again: %s", (version, has) => {
  expect(new Features(version).has("thread/rollback")).toBe(has);
});

test.each(["", "nightly", "codex_exec/dev (Linux)", "0.0.0"])(
  "a build without a version has what the newest release has: %j",
  (version) => {
    const features = new Features(version);
    expect([features.has("thread/revert"), features.has("thread/rollback")]).toEqual([true, false]);
  },
);

test("every version of the table can be compared", () => {
  const spans = Object.values<{ since: string; until?: string }>(FEATURES);
  const versions = spans.flatMap(({ since, until }) => [
    since,
    ...(until === undefined ? [] : [until]),
  ]);
  expect(versions.filter((version) => !/^0\.\d+(?:\.\d+)?$/.test(version))).toEqual([]);
});

test("a hint says which versions have a feature", () => {
  expect([versionHint("thread/delete"), versionHint("thread/rollback")]).toEqual([
    "requires codex 0.140.0 or newer: npm i -g @openai/codex@latest",
    "requires a codex from 0.79.0 on and before 0.156.0 (--codex PATH)",
  ]);
});
