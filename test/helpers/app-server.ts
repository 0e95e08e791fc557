import { spawn, type ChildProcess } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { execa } from "execa";

import { findCodex } from "../../src/process/find-codex.js";
import { writeCodexHome } from "../../src/demo/home.js";
import type { Engine } from "./engine.js";
import { templateFolder } from "./git-repository.js";

/** The native codex of the installed npm package; tests on the real engine never skip. */
export function enginePath(): string {
  try {
    return findCodex({ named: undefined, path: undefined, cwd: "." });
  } catch (cause) {
    const system = `${process.platform}-${process.arch}`;
    throw new Error(`no codex for ${system}: run \`npm ci\` with optional dependencies`, { cause });
  }
}

/**
 * What few tests are about and costs codex a third of a short run: a dozen programs that write down the user's
 * shell, a look for plugins on a public host, and skills that are unpacked into each new home. With a
 * snapshot of the shell a command could also tell whether it had been taken in time.
 */
export const QUIET_CONFIG =
  "features.shell_snapshot = false\nfeatures.plugins = false\nskills.bundled.enabled = false\n";

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
  for (const file of files) copyFileSync(join(dir, file), join(codexHome, file));
}

interface Databases {
  readonly dir: string;
  readonly files: readonly string[];
}

let made: Promise<Databases> | undefined;

/** Starts a server in an empty home until it has answered. */
async function makeDatabases(env: Readonly<Record<string, string>>): Promise<Databases> {
  const dir = mkdtempSync(join(templateFolder(), "turnpipe-databases-"));
  process.once("exit", () => {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  });
  await mkdir(join(dir, "user"));
  await writeCodexHome(dir, { baseUrl: "http://127.0.0.1:9", extra: QUIET_CONFIG });
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

/** An app-server that runs before turnpipe does, and goes on after it. */
export interface RunningServer {
  /** As `--connect` takes it. */
  readonly address: string;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
}

/** Starts the server of an engine, lends it to `use`, and ends it on every path. */
export async function withRunningServer<T>(
  engine: Engine,
  { listen = "ws://127.0.0.1:0", args = [] }: { listen?: string; args?: readonly string[] },
  use: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const child = spawn(engine.codexPath, ["app-server", "--listen", listen, ...args], {
    cwd: engine.dir,
    env: engine.env,
    stdio: ["ignore", "ignore", "pipe"],
    // A group of its own, so that what it started is ended with it.
    detached: true,
  });
  const exited = once(child, "exit");
  const kill = async (): Promise<void> => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, "SIGKILL");
    await exited;
  };
  try {
    // A unix server does not say when it listens: whoever connects waits for it.
    const address = listen.startsWith("unix:") ? listen : await addressOf(child);
    child.stderr.resume();
    return await use({ address, kill });
  } finally {
    await kill();
  }
}

/** The address the server prints when it listens. */
export const addressOf = ({ stderr }: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    if (stderr === null) throw new TypeError("the server was started without pipes");
    let said = "";
    // Read to its end: a server whose pipe is full would wait.
    stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
      const url = /listening on: (ws:\S+)\s/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    stderr.once("end", () => {
      reject(new Error(`the shared server ended: ${said}`));
    });
  });

/** One call to an app-server of the engine's own, which ends with it; its result. */
export async function callServer(
  { codexPath, workdir, env }: Engine,
  method: string,
  params: object,
): Promise<unknown> {
  const server = execa(codexPath, ["app-server"], {
    cwd: workdir,
    env,
    extendEnv: false,
    stderr: "ignore",
    buffer: false,
    reject: false,
    timeout: 20_000,
  });
  const say = (message: object) => server.stdin.write(`${JSON.stringify(message)}\n`);
  const clientInfo = { name: "codex_exec", title: null, version: "1.0.0" };
  say({
    id: 0,
    method: "initialize",
    params: { clientInfo, capabilities: { experimentalApi: true } },
  });
  say({ method: "initialized" });
  say({ id: 1, method, params });
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const { id, result, error } = JSON.parse(line) as Record<string, unknown>;
      if (id !== 1) continue;
      if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return result;
    }
    throw new Error(`${method}: no reply`);
  } finally {
    server.stdin.end();
    await server;
  }
}
