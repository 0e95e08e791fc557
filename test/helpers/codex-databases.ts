import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { writeCodexHome } from "../../src/demo/home.js";
import { enginePath } from "./engine-binary.js";

/**
 * Copies empty databases of codex into a new CODEX_HOME: creating them takes codex a third of the
 * CPU time of a short run. They are made once in each worker.
 */
export async function copyDatabases(
  codexHome: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  made ??= makeDatabases(env);
  const { dir, files } = await made;
  await Promise.all(files.map((file) => copyFile(join(dir, file), join(codexHome, file))));
}

interface Databases {
  readonly dir: string;
  readonly files: readonly string[];
}

let made: Promise<Databases> | undefined;

/** Starts a server in an empty home until it has answered. */
async function makeDatabases(env: Readonly<Record<string, string>>): Promise<Databases> {
  const dir = mkdtempSync(join(tmpdir(), "turnpipe-databases-"));
  process.once("exit", () => {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  });
  await mkdir(join(dir, "user"));
  await writeCodexHome(dir, { baseUrl: "http://127.0.0.1:9" });
  const child = spawn(enginePath(), ["app-server"], {
    env: { ...env, HOME: join(dir, "user"), CODEX_HOME: dir },
    cwd: dir,
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  child.stdout.once("data", () => child.stdin.end());
  await new Promise((resolve, reject) => {
    child.once("exit", resolve);
    child.once("error", reject);
  });
  // The index in shared memory belongs to the process that has ended.
  const files = (await readdir(dir)).filter((file) => /\.sqlite(?:-wal)?$/.test(file));
  return { dir, files };
}

const INITIALIZE = {
  id: 0,
  method: "initialize",
  params: { clientInfo: { name: "turnpipe_tests", title: null, version: "0" } },
};
