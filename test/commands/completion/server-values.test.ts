import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import type { KnownModel, KnownThread } from "../../../commands/completion/server-values.js";
import { cachedValues } from "../../../commands/completion/server-values.js";
import { ownFolder } from "../world.js";

const NOW = 1_700_000_000_000;
const DAY = 24 * 60 * 60 * 1000;
const MODEL: KnownModel = { id: "old", about: "Old.", efforts: ["low"] };
const NOTIFICATIONS: KnownModel = { id: "new", about: "New.", efforts: [] };
const THREAD: KnownThread = { id: "t", name: null, about: "T" };
const KEY = '["models","/codex"]';

/** A place with a cache file, and a server that answers or does not. */
function place({ cached, fails = false }: { cached?: unknown; fails?: boolean } = {}) {
  const caches = ownFolder();
  const file = join(caches, "turnpipe", "completion.json");
  if (cached !== undefined) {
    mkdirSync(dirname(file));
    writeFileSync(file, typeof cached === "string" ? cached : JSON.stringify(cached));
  }
  const asked: string[] = [];
  const answer = <T>(what: string, items: T[]): Promise<T[]> => {
    asked.push(what);
    return fails ? Promise.reject(new Error("no server")) : Promise.resolve(items);
  };
  const server = {
    models: () => answer("models", [NOTIFICATIONS]),
    threads: (state: string) => answer(state, [THREAD]),
  };
  const at = (now: number, { home = "/codex", cwd = "/w" } = {}) =>
    cachedValues(server, { env: { XDG_CACHE_HOME: caches, CODEX_HOME: home }, cwd }, () => now);
  return { at, asked, file, caches };
}

const aged = (ms: number, items: unknown = [MODEL]) => ({ [KEY]: { at: NOW - ms, items } });

test.each([0, 1, DAY - 1])("models of %i ms ago are fresh, and nobody is asked", async (ms) => {
  const { at, asked } = place({ cached: aged(ms) });
  expect([await at(NOW).models(), asked]).toEqual([[MODEL], []]);
});

test.each([DAY, DAY + 1, -1])("models of %i ms ago are asked for again", async (ms) => {
  const { at, asked, file } = place({ cached: aged(ms) });
  expect([await at(NOW).models(), asked, JSON.parse(readFileSync(file, "utf8"))]).toEqual([
    [NOTIFICATIONS],
    ["models"],
    aged(0, [NOTIFICATIONS]),
  ]);
});

test("an unreachable server leaves the cached values", async () => {
  const { at, asked, file } = place({ cached: aged(9 * DAY), fails: true });
  expect([await at(NOW).models(), asked, JSON.parse(readFileSync(file, "utf8"))]).toEqual([
    [MODEL],
    ["models"],
    aged(9 * DAY),
  ]);
});

test("a server that cannot be asked, and nothing old, is nothing", async () => {
  expect(await place({ fails: true }).at(NOW).models()).toEqual([]);
});

test("threads are fresh for 30 seconds, by home, directory and shelf", async () => {
  const { at, asked } = place();
  await at(NOW).threads("active");
  expect(asked.splice(0)).toEqual(["active"]);
  await at(NOW + 29_999).threads("active");
  expect(asked.splice(0)).toEqual([]);
  await at(NOW + 30_000).threads("active");
  await at(NOW + 30_000).threads("archived");
  await at(NOW + 30_000, { cwd: "/elsewhere" }).threads("active");
  await at(NOW + 30_000, { home: "/other" }).threads("active");
  expect(asked).toEqual(["active", "archived", "active", "active"]);
});

test("another home has other models", async () => {
  const { at, asked } = place({ cached: aged(0) });
  expect([await at(NOW, { home: "/other" }).models(), asked]).toEqual([
    [NOTIFICATIONS],
    ["models"],
  ]);
});

describe("a cache that is as good as none", () => {
  test.each<[string, unknown]>([
    ["empty", ""],
    ["half a file", `{"a`],
    ["null", "null"],
    ["a number", "7"],
    ["a list", "[1,2]"],
    ["too big", `${JSON.stringify(aged(0))}${" ".repeat(1024 * 1024)}`],
    ["an entry that is none", { [KEY]: null }],
    ["an entry without items", { [KEY]: { at: NOW } }],
    ["a time that is none", `{${JSON.stringify(KEY)}:{"at":"now","items":[]}}`],
    ["a model that is a word", aged(0, ["old"])],
    ["a model without efforts", aged(0, [{ id: "old", about: "" }])],
    ["an effort that is a number", aged(0, [{ ...MODEL, efforts: [1] }])],
  ])("%s", async (_, cached) => {
    const { at } = place({ cached });
    expect(await at(NOW).models()).toEqual([NOTIFICATIONS]);
  });

  test("something that is no file is neither read nor written", async () => {
    const { at, file } = place();
    mkdirSync(dirname(file));
    symlinkSync("/dev/zero", file);
    expect([await at(NOW).models(), readdirSync(dirname(file))]).toEqual([
      [NOTIFICATIONS],
      ["completion.json"],
    ]);
  });
});

test("a directory that cannot be made only costs the cache", async () => {
  const { at, caches } = place();
  writeFileSync(join(caches, "turnpipe"), "a file in the way");
  expect([await at(NOW).models(), readdirSync(caches)]).toEqual([[NOTIFICATIONS], ["turnpipe"]]);
});

test("the cache is the user's own, and leaves no draft behind", async () => {
  const { at, file } = place();
  await at(NOW).models();
  const modes = [dirname(file), file].map((path) => (statSync(path).mode & 0o777).toString(8));
  expect([modes, readdirSync(dirname(file))]).toEqual([["700", "600"], ["completion.json"]]);
});

test("of many directories the oldest are forgotten", async () => {
  const { at, file } = place();
  for (let n = 0; n < 40; n++) await at(NOW + n, { cwd: `/${String(n)}` }).threads("active");
  const keys = Object.keys(JSON.parse(readFileSync(file, "utf8")) as object);
  expect([keys.length, keys[0], keys.at(-1)]).toEqual([
    30,
    '["threads","/codex","/39","active"]',
    '["threads","/codex","/10","active"]',
  ]);
});

test("without XDG_CACHE_HOME, or with a relative one, it is in ~/.cache", async () => {
  const { caches } = place();
  const server = {
    models: () => Promise.resolve([NOTIFICATIONS]),
    threads: () => Promise.resolve([]),
  };
  const env = { HOME: caches, XDG_CACHE_HOME: "relative" };
  await cachedValues(server, { env, cwd: "/w" }, () => NOW).models();
  const file = join(caches, ".cache", "turnpipe", "completion.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    [JSON.stringify(["models", join(caches, ".codex")])]: { at: NOW, items: [NOTIFICATIONS] },
  });
});
