import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openRecording } from "../../src/recording/recording-writer.js";
import { ownFolder } from "../commands/world.js";
import { MemoryStream } from "../helpers/memory-streams.js";

test("a file is for its owner alone, also one that was there and was not", () => {
  const cwd = ownFolder();
  const old = join(cwd, "old.jsonl");
  writeFileSync(old, "what was there\n");
  chmodSync(old, 0o644);
  const stderr = new MemoryStream();
  for (const name of ["old.jsonl", "new.jsonl"]) {
    const book = openRecording(name, { cwd, stdout: new MemoryStream(), stderr });
    book.write({ n: 1 });
    book.close();
  }
  const seen = ["old.jsonl", "new.jsonl"].map((name) => ({
    mode: statSync(join(cwd, name)).mode & 0o777,
    text: readFileSync(join(cwd, name), "utf8"),
  }));
  const own = { mode: 0o600, text: '{"n":1}\n' };
  expect({ seen, stderrText: stderr.text }).toEqual({ seen: [own, own], stderrText: "" });
});

test("a line is in the file as soon as it is written, and goes through the one who hides secrets", () => {
  const cwd = ownFolder();
  const book = openRecording(
    "a",
    { cwd, stdout: new MemoryStream(), stderr: new MemoryStream() },
    (value) => JSON.stringify(value).replaceAll("sesame", "[hidden]"),
  );
  book.write({ open: "sesame" });
  const text = readFileSync(join(cwd, "a"), "utf8");
  book.close();
  expect(text).toBe('{"open":"[hidden]"}\n');
});

test("what cannot be written is told once, and nothing more is written", () => {
  const cwd = ownFolder();
  const stderr = new MemoryStream();
  let calls = 0;
  const book = openRecording("a", { cwd, stdout: new MemoryStream(), stderr }, (value) => {
    if (++calls === 2) throw new Error("the disk is full");
    return JSON.stringify(value);
  });
  for (const n of [1, 2, 3]) book.write({ n });
  book.close();
  expect({ text: readFileSync(join(cwd, "a"), "utf8"), stderrText: stderr.text }).toEqual({
    text: '{"n":1}\n',
    stderrText: "warning: --record a: the disk is full: the recording ends here\n",
  });
});

test.each([
  ["a folder", ".", "it is a directory"],
  ["a device", "/dev/null", "it is not a regular file, or it is already open as an output"],
  ["in no folder", "no/where", "no such file or directory"],
])("%s is bad input", (_, file, why) => {
  const cwd = ownFolder();
  const opening = () =>
    openRecording(file, { cwd, stdout: new MemoryStream(), stderr: new MemoryStream() });
  expect(opening).toThrow(`--record ${file}: cannot be written: ${why}`);
});
