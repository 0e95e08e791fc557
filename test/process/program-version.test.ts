import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { programVersion } from "../../src/process/program-version.js";
import { sendSignal } from "../helpers/launchers.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "programVersion-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A program with this text. */
function program(text: string): string {
  const path = join(folder, "codex");
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

test("a program is asked for its version and quoted with its first line", async () => {
  const path = program('#!/bin/sh\necho "codex-cli 0.166.0 ($*)"\necho "more"\n');
  expect(await programVersion(path, sendSignal)).toBe("codex-cli 0.166.0 (--version)");
});

test("a program that talks much is quoted briefly", async () => {
  const path = program(`#!/bin/sh\necho ${"x".repeat(1000)}\n`);
  expect(await programVersion(path, sendSignal)).toBe("x".repeat(200));
});

test.each([
  ["says nothing", "#!/bin/sh\n"],
  ["fails", "#!/bin/sh\necho codex-cli 0.166.0\nexit 3\n"],
  ["is no program", "garbage"],
])("a program that %s stays unknown", async (_, text) => {
  expect(await programVersion(program(text), sendSignal)).toBeUndefined();
});

test("a program that is not there stays unknown", async () => {
  expect(await programVersion(join(folder, "none"), sendSignal)).toBeUndefined();
});

test("a program that leaves another one behind, which holds its pipes, is not waited for", async () => {
  const path = program("#!/bin/sh\nsleep 300 &\necho codex-cli 0.166.0\n");
  expect(await programVersion(path, sendSignal)).toBe("codex-cli 0.166.0");
});

test("nobody waits for a program any longer than until they are told to stop", async () => {
  const path = program("#!/bin/sh\nexec sleep 300\n");
  expect(
    await programVersion(path, sendSignal, AbortSignal.abort(new Error("enough"))),
  ).toBeUndefined();
});
