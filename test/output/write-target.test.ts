import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { writeTarget } from "../../src/output/write-target.js";
import { ownFolder } from "../commands/world.js";
import { MemoryStream } from "../helpers/memory-streams.js";

const REASON = new CliError("timeout", "not done within 1 s (--timeout)");
const LONG = "line\n".repeat(100_000);

function place() {
  const folder = ownFolder();
  const at = (name: string): string => join(folder, name);
  execFileSync("mkfifo", [at("pipe")]);
  const stop = new AbortController();
  const stderr = new MemoryStream();
  const write = (path: string, text: string): Promise<void> =>
    writeTarget(path, text, { stdout: new MemoryStream(), stderr, stop });
  return { at, stop, stderr, write };
}

test("a new file holds the text", async () => {
  const { at, write } = place();
  await write(at("new"), "text");
  expect(readFileSync(at("new"), "utf8")).toBe("text");
});

test("a descriptor is written where it stands", async () => {
  const { at, write } = place();
  const fd = openSync(at("log"), "w");
  onTestFinished(() => {
    closeSync(fd);
  });
  writeSync(fd, "before\n");
  await write(`/dev/fd/${String(fd)}`, "text\n");
  writeSync(fd, "after\n");
  expect(readFileSync(at("log"), "utf8")).toBe("before\ntext\nafter\n");
});

test.each([
  ["text", "text\n"],
  ["line\n", "line\n"],
  ["", ""],
])("on stderr %j ends its line", async (text, written) => {
  const { stderr, write } = place();
  await write("/dev/stderr", text);
  expect(stderr.text).toBe(written);
});

test("a device that is full says so", async () => {
  await expect(place().write("/dev/full", "text")).rejects.toEqual(
    new CliError("output_failed", "cannot write /dev/full: no space left on device"),
  );
});

describe("a pipe", () => {
  test.each(["", "text", LONG])("is written to the end when its reader comes: %#", async (text) => {
    const { at, write } = place();
    const written = write(at("pipe"), text);
    const read = await readFile(at("pipe"), "utf8");
    await written;
    expect(read === text).toBe(true);
  });

  test("without a reader is given up when the run is to stop", async () => {
    const { at, stop, write } = place();
    const written = write(at("pipe"), "text");
    stop.abort(REASON);
    await expect(written).rejects.toBe(REASON);
  });

  test("whose reader stalls is given up, too", async () => {
    const { at, stop, write } = place();
    const reader = openSync(at("pipe"), "r+");
    const written = write(at("pipe"), LONG);
    stop.abort(REASON);
    await expect(written).rejects.toBe(REASON);
    closeSync(reader);
  });

  test("of a run that stops already gets what it takes at once", async () => {
    const { at, stop, write } = place();
    stop.abort(REASON);
    const read = readFile(at("pipe"), "utf8");
    await write(at("pipe"), "text");
    expect(await read).toBe("text");
  });

  test("of a run that stops already is not waited for", async () => {
    const { at, stop, write } = place();
    stop.abort(REASON);
    await expect(write(at("pipe"), "text")).rejects.toBe(REASON);
  });
});
