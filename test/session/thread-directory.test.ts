import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { lastRanIn } from "../../src/session/thread-directory.js";
import { ownFolder } from "../commands/world.js";

const CHUNK = 64 * 1024;

describe("the last turn's directory", () => {
  test.each<[string, readonly string[], string]>([
    ["is told by the only turn", [turn("/a")], "/a"],
    ["is that of the last of several turns", [turn("/a"), noise(10), turn("/b"), noise(10)], "/b"],
    ["is found behind much news", [turn("/a"), noise(3 * CHUNK)], "/a"],
    ["is found in the middle of much news", [noise(CHUNK), turn("/b"), noise(2 * CHUNK)], "/b"],
    ["is found in a line longer than a chunk", [turn("/a"), turn("/b", 2 * CHUNK)], "/b"],
    ["is found with letters of many bytes", [turn("/ä/€"), noise(CHUNK - 30, "ü")], "/ä/€"],
    ["is not told by other news about it", [turn("/a"), message(turn("/b"))], "/a"],
    ["is not told by a line that was cut", [turn("/a"), turn("/b").slice(0, -4)], "/a"],
    ["is not told by a turn without one", [turn("/a"), line("turn_context", {})], "/a"],
    [
      "is not told by a directory that is no text",
      [turn("/a"), line("turn_context", { cwd: 5 })],
      "/a",
    ],
    ["is not told by a turn of nothing", [turn("/a"), line("turn_context", null)], "/a"],
    ["is not told by a text alone", [turn("/a"), '"\\"turn_context\\""', '["turn_context"]'], "/a"],
  ])("%s", async (_, lines, cwd) => {
    const thread = { id: "t-1", cwd: "/first", path: stored(lines) };
    expect(await among(thread, ["/first", "/a", "/b", "/ä/€"])).toEqual([cwd]);
  });

  test.each([0, 1, 2, 40, 120])("is found %i bytes across a chunk's edge", async (across) => {
    const behind = noise(CHUNK - across - '{"type":"noise","payload":""}\n'.length);
    const thread = { id: "t-1", cwd: "/first", path: stored([turn("/a"), turn("/b"), behind]) };
    expect(await among(thread, ["/first", "/a", "/b"])).toEqual(["/b"]);
  });
});

describe("the first turn's directory counts where", () => {
  test.each<[string, () => string | null | undefined]>([
    ["no file is named", () => undefined],
    ["the file is null", () => null],
    ["the file's name is empty", () => ""],
    ["the file is not there", () => join(ownFolder(), "gone.jsonl")],
    ["the file is a folder", () => ownFolder()],
    ["the file is empty", () => stored([])],
    ["the file tells of no turn", () => stored([noise(CHUNK), noise(CHUNK)])],
  ])("%s", async (_, path) => {
    const thread = { id: "t-1", cwd: "/first", path: path() };
    expect(await among(thread, ["/first", "/a"])).toEqual(["/first"]);
  });

  test("a thread that ran nowhere ran in no directory", async () => {
    expect(await among({ id: "t-1", cwd: null }, ["/first", "/"])).toEqual([]);
  });
});

test("a list that has another directory than the last turn does not decide", async () => {
  const thread = { id: "t-1", cwd: "/first", path: stored([turn("/first"), turn("/last")]) };
  expect(await among(thread, ["/first", "/last"])).toEqual(["/last"]);
});

describe("two names of one directory", () => {
  test("are the same, whichever of them is asked for", async () => {
    const root = ownFolder();
    const real = join(root, "real");
    const link = join(root, "link");
    mkdirSync(real);
    symlinkSync(real, link);
    const [byReal, byLink] = [real, link].map((cwd) => ({ id: "t-1", path: stored([turn(cwd)]) }));
    const other = join(root, "other");
    expect([
      await among(byReal!, [real, link, other]),
      await among(byLink!, [real, link, other]),
    ]).toEqual([
      [real, link],
      [real, link],
    ]);
  });

  test("of a directory that is gone are compared as they are", async () => {
    const gone = join(ownFolder(), "gone");
    const thread = { id: "t-1", path: stored([turn(gone)]) };
    expect(await among(thread, [gone, `${gone}/`])).toEqual([gone]);
  });
});

type Thread = Parameters<typeof lastRanIn>[0];

/** Those of some directories in which a thread last ran. */
async function among(thread: Thread, directories: readonly string[]): Promise<string[]> {
  const judged = await Promise.all(directories.map((directory) => lastRanIn(thread, directory)));
  return directories.filter((_, at) => judged[at]);
}

function stored(lines: readonly string[]): string {
  const path = join(ownFolder(), "rollout.jsonl");
  writeFileSync(path, lines.map((text) => `${text}\n`).join(""));
  return path;
}

function line(type: string, payload: unknown): string {
  return JSON.stringify({ type, payload });
}

function turn(cwd: string, padding = 0): string {
  return line("turn_context", { turn_id: "u", cwd, padding: "x".repeat(padding) });
}

function noise(length: number, letter = "x"): string {
  return line("noise", letter.repeat(length));
}

function message(text: string): string {
  return line("response_item", { content: text, cwd: "/b" });
}
