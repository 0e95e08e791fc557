import { execFileSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readBounded, readRegular, sizeName } from "../../src/files/bounded-read.js";
import { CliError } from "../../src/outcome/errors.js";
import { ownFolder } from "../commands/world.js";

const LIMIT = 64 * 1024;
const LARGE = new CliError("input", "--x f is larger than the limit of 64 KiB");

const read = (path: string, { signal } = new AbortController()): Promise<Buffer> =>
  readBounded(path, { what: "--x f", maxBytes: LIMIT, signal });

function place() {
  const folder = ownFolder();
  const at = (name: string): string => join(folder, name);
  const pipe = at("pipe");
  execFileSync("mkfifo", [pipe]);
  return { at, pipe };
}

describe("what has an end is read to it", () => {
  test.each([0, 1, LIMIT - 1, LIMIT])("a file of %d bytes", async (size) => {
    const { at } = place();
    writeFileSync(at("f"), Buffer.alloc(size, 7));
    expect((await read(at("f"))).equals(Buffer.alloc(size, 7))).toBe(true);
  });

  test("a file that says it has no size", async () => {
    expect((await read("/proc/self/status")).toString()).toMatch(/^Name:/);
  });

  test.each([0, 5, LIMIT])("a pipe whose writer comes later, with %d bytes", async (size) => {
    const { pipe } = place();
    const bytes = read(pipe);
    const writer = await open(pipe, "w");
    await writer.writeFile(Buffer.alloc(size, 7));
    await writer.close();
    expect((await bytes).equals(Buffer.alloc(size, 7))).toBe(true);
  });
});

describe("what is too large is refused, and the limit named", () => {
  test.each<[string, (at: (name: string) => string) => string]>([
    ["a file", (at) => (writeFileSync(at("f"), Buffer.alloc(LIMIT + 1)), at("f"))],
    [
      "a file with a hole",
      (at) => {
        writeFileSync(at("f"), "");
        truncateSync(at("f"), 2 ** 40);
        return at("f");
      },
    ],
    ["a device without an end", () => "/dev/zero"],
  ])("%s", async (_, make) => {
    await expect(read(make(place().at))).rejects.toEqual(LARGE);
  });

  test("a pipe that goes on and on", async () => {
    const { pipe } = place();
    const bytes = read(pipe);
    const writer = await open(pipe, "w");
    const written = writer.write(Buffer.alloc(4 * LIMIT)).catch(() => undefined);
    await expect(bytes).rejects.toEqual(LARGE);
    await written;
    await writer.close();
  });
});

test.each([
  ["a folder", "dir", "illegal operation on a directory"],
  ["nothing", "none", "no such file or directory"],
])("%s cannot be read", async (_, name, why) => {
  const { at } = place();
  mkdirSync(at("dir"));
  await expect(read(at(name))).rejects.toThrow(`cannot read --x f: ${why}`);
});

describe("a stop", () => {
  const REASON = new CliError("interrupted", "stopped by SIGINT");

  test("ends the wait for a writer", async () => {
    const stop = new AbortController();
    const bytes = read(place().pipe, stop);
    stop.abort(REASON);
    await expect(bytes).rejects.toBe(REASON);
  });

  test("ends the wait for more", async () => {
    const { pipe } = place();
    const stop = new AbortController();
    const bytes = read(pipe, stop);
    const writer = await open(pipe, "w");
    await writer.write("half");
    stop.abort(REASON);
    await expect(bytes).rejects.toBe(REASON);
    await writer.close();
  });

  test("that came before reads nothing", async () => {
    const stop = new AbortController();
    stop.abort(REASON);
    await expect(read("/dev/zero", stop)).rejects.toBe(REASON);
  });
});

describe("a regular file at once", () => {
  test.each([0, 3, LIMIT])("%d bytes", (size) => {
    const { at } = place();
    writeFileSync(at("f"), Buffer.alloc(size, 7));
    expect(readRegular(at("f"), LIMIT).equals(Buffer.alloc(size, 7))).toBe(true);
  });

  test.each([
    ["a pipe", "pipe", "it is not a regular file"],
    ["a device", "/dev/zero", "it is not a regular file"],
    ["a folder", ".", "it is not a regular file"],
    ["a hole", "hole", "it is larger than the limit of 64 KiB"],
  ])("%s is none", (_, name, why) => {
    const { at } = place();
    writeFileSync(at("hole"), "");
    truncateSync(at("hole"), 2 ** 40);
    const path = name.startsWith("/") ? name : at(name);
    expect(() => readRegular(path, LIMIT)).toThrow(new Error(why));
  });
});

test("sizes are named in the unit they are set in", () => {
  expect([64 * 1024, 1024 * 1024, 4 * 1024 * 1024 + 4].map(sizeName)).toEqual([
    "64 KiB",
    "1024 KiB",
    "4 MiB",
  ]);
});
