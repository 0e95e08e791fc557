import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import { onTestFinished } from "vitest";

import type { World } from "../../src/context.js";
import { createLauncher } from "../../src/process/launcher.js";
import { sendSignal } from "../helpers/launchers.js";
import { MemoryStream } from "../helpers/memory-streams.js";

/** A folder of the test's own, gone when the test is. */
export function ownFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "commands-")));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A world where nobody has configured anything, in a folder of its own. */
export function emptyWorld(argv: readonly string[]) {
  const cwd = ownFolder();
  const stdout = new MemoryStream();
  const stderr = new MemoryStream();
  const asked = new AbortController();
  const world: World = {
    argv,
    env: { HOME: cwd, XDG_CONFIG_HOME: join(cwd, "config") },
    cwd,
    tmpdir: cwd,
    stdin: new PassThrough(),
    stdout,
    stderr,
    launcher: createLauncher(sendSignal),
    stopRequested: asked.signal,
  };
  return { world, stdout, stderr, asked };
}
