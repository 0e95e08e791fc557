import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { reviewCacheKey } from "../../../commands/hook/cache-key.js";
import type { ConfigFile } from "../../../config/schema.js";
import { ownFolder } from "../world.js";

const DIFF = "diff --git a/a b/a\n";

test("the cache key stays the same as long as no input of the review changes", () => {
  const { key } = setUp();
  const plain = key({});
  expect(plain).toMatch(/^[0-9a-f]{64}$/);
  const same: readonly ConfigFile[] = [
    {},
    { review: {} },
    { review: { fail_on: "P1" } },
    { review: { paths: [] } },
    { config: [] },
    // What a run looks like, and what happens when there is no verdict, is no part of one.
    { color: "always" },
    { ephemeral: true },
    { review: { format: ["json"], timeout: "5s", on_error: "closed" } },
    { review: { instructions_file: "not-there.md" } },
  ];
  expect(same.map((settings) => key(settings))).toEqual(same.map(() => plain));
});

test("each input of a review changes the cache key", () => {
  const { key, write } = setUp();
  write("work/rubric.md", "Look at names.");
  write("work/other.md", "Look at tests.");
  const names = [
    key({}),
    key({}, { diff: `${DIFF}+x` }),
    key({}, { diff: "" }),
    key({ model: "gpt-6-sol" }),
    key({ model: "gpt-6-sol-mini" }),
    key({ effort: "high" }),
    key({ effort: "low" }),
    key({ config: ["model_verbosity=high"] }),
    key({ config: ["model_verbosity=high", "a=b"] }),
    key({ review: { fail_on: "P0" } }),
    key({ review: { fail_on: "P2" } }),
    key({ review: { fail_on: "P3" } }),
    key({ review: { fail_on: "never" } }),
    key({ review: { paths: ["src"] } }),
    key({ review: { paths: ["!src"] } }),
    key({ review: { paths: ["src", "test"] } }),
    key({ review: { paths: ["src test"] } }),
    key({ review: { instructions_file: "rubric.md" } }),
    key({ review: { instructions_file: "other.md" } }),
  ];
  expect(new Set(names).size).toBe(names.length);
});

test("instructions are hashed by content, not by path", () => {
  const { key, write, root } = setUp();
  const named = (file: string) => key({ review: { instructions_file: file } });
  write("work/rubric.md", "Look at names.");
  write("elsewhere/copy.md", "Look at names.");
  const before = named("rubric.md");
  expect([named(join(root, "work/rubric.md")), named("../elsewhere/copy.md")]).toEqual([
    before,
    before,
  ]);
  write("work/rubric.md", "Look at tests.");
  expect(named("rubric.md")).not.toBe(before);
});

test("the model is also the one that codex is set up with", () => {
  const { key, write, root } = setUp();
  const inHome = (home: string) => key({}, { env: { CODEX_HOME: join(root, home) } });
  write("one/config.toml", 'model = "gpt-6-sol"\n');
  write("same/config.toml", 'model = "gpt-6-sol"\n');
  write("other/config.toml", 'model = "gpt-6-sol-mini"\n');
  write("user/.codex/config.toml", 'model = "gpt-6-sol"\n');
  const one = inHome("one");
  expect({
    same: inHome("same") === one,
    other: inHome("other") === one,
    none: inHome("none") === one,
    ofUser: key({}, { env: { HOME: join(root, "user") } }) === one,
    emptyMeansUser: key({}, { env: { HOME: join(root, "user"), CODEX_HOME: "" } }) === one,
  }).toEqual({ same: true, other: false, none: false, ofUser: true, emptyMeansUser: true });
});

/** A folder to work in, with a home that has no codex. */
function setUp() {
  const root = ownFolder();
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("work/.keep", "");
  const key = (
    settings: ConfigFile,
    { diff = DIFF, env = { HOME: join(root, "nobody") } }: KeyOptions = {},
  ): string => reviewCacheKey(diff, settings, { env, cwd: join(root, "work") });
  return { root, write, key };
}

interface KeyOptions {
  diff?: string;
  env?: Record<string, string>;
}
