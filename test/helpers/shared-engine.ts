import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll } from "vitest";
import { WebSocket } from "ws";

import {
  createLauncher,
  type Launcher,
  type LaunchSpec,
  type ServerProcess,
} from "../../src/process/launcher.js";
import { addressOf, copyDatabases, enginePath, QUIET_CONFIG } from "./app-server.js";
import { engineAt, outsideEnv, quiet, withModel, type Engine, type EngineSetup } from "./engine.js";
import type { WireMessage } from "./fixture.js";
import { sendSignal, fakeChild, type FakeChild } from "./launchers.js";

/**
 * Lends engines that share one codex home and one app-server, which is started once per test file.
 * Each has a model, a config.toml and a repository of its own; threads of earlier tests are stored
 * beside its own. Not for concurrent tests.
 */
export function sharedEngines() {
  let shared: Promise<Shared> | undefined;
  let count = 0;
  afterAll(async () => {
    const started = await shared;
    if (started !== undefined) await stop(started);
  });
  return async <T>(setup: EngineSetup, use: (engine: Engine) => Promise<T>): Promise<T> => {
    shared ??= start();
    const { root, env, codexPath, url, home } = await shared;
    const dir = join(root, String(++count));
    const workdir = join(dir, "project");
    await mkdir(workdir, { recursive: true });
    return withModel(quiet(setup), { dir, codexHome: home, workdir }, (place) => {
      const engine = engineAt(place, codexPath, env);
      return use({ ...engine, address: url, launcher: socketLauncher(url, codexPath) });
    });
  };
}

interface Shared {
  readonly root: string;
  readonly home: string;
  readonly env: Record<string, string>;
  readonly codexPath: string;
  readonly url: string;
  readonly child: ChildProcess;
}

async function start(): Promise<Shared> {
  const codexPath = enginePath();
  // The real path: codex reports resolved paths, and tests compare with them.
  const root = await realpath(await mkdtemp(join(tmpdir(), "turnpipe-s-")));
  const home = join(root, "home");
  await Promise.all([home, join(root, "user")].map((dir) => mkdir(dir)));
  const env = { ...outsideEnv(), HOME: join(root, "user"), NO_COLOR: "1" };
  await copyDatabases(home, env);
  await writeFile(join(home, "config.toml"), QUIET_CONFIG);
  const child = spawn(codexPath, ["app-server", "--listen", "ws://127.0.0.1:0"], {
    cwd: root,
    env: { ...env, CODEX_HOME: home },
    stdio: ["ignore", "ignore", "pipe"],
    // A group of its own, so that what it started can be ended with it.
    detached: true,
  });
  return { root, home, env, codexPath, url: await addressOf(child), child };
}

async function stop({ root, child }: Shared): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGKILL");
    await ended;
  }
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
}

/** Starts other programs as usual; an app-server without options of its own is the shared one. */
function socketLauncher(url: string, codexPath: string): Launcher {
  const real = createLauncher(sendSignal);
  return {
    ...real,
    launch(spec) {
      const isPlain = spec.file === codexPath && spec.args.join(" ") === "app-server";
      return isPlain ? connectedChild(url, spec) : real.launch(spec);
    },
  };
}

/** A connection to the shared server that looks like a server process. */
function connectedChild(url: string, { initialInput, cwd }: LaunchSpec): ServerProcess {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const numbers = requestNumbers();
  const waiting: string[] = [initialInput];
  const child: FakeChild = fakeChild({
    hear: (line) => {
      const own = inDirectory(line, cwd);
      if (socket.readyState === WebSocket.OPEN) socket.send(numbers.restored(own));
      else waiting.push(own);
    },
    endInput: () => {
      child.die(0, null);
    },
  });
  socket.on("open", () => {
    for (const line of waiting) socket.send(line);
  });
  socket.on("message", (data: Buffer) => {
    child.say(`${numbers.fromZero(data.toString("utf8"))}\n`);
  });
  socket.on("close", () => {
    child.die(0, null);
  });
  socket.on("error", () => {
    child.die(1, null);
  });
  child.process.once("exit", () => socket.terminate());
  return child.process;
}

/** A server of its own would start in the run's directory, and open new threads there. */
function inDirectory(line: string, cwd: string): string {
  const message = JSON.parse(line) as WireMessage & { params?: object };
  if (message.method !== "thread/start") return line;
  return JSON.stringify({ ...message, params: { cwd, ...message.params } });
}

/** A server counts its requests over all connections; a run expects them to begin at 0. */
function requestNumbers() {
  const sent: unknown[] = [];
  return {
    fromZero(line: string): string {
      const message = JSON.parse(line) as WireMessage;
      if (message.id === undefined || message.method === undefined) return line;
      sent.push(message.id);
      return JSON.stringify({ ...message, id: sent.length - 1 });
    },
    restored(line: string): string {
      const message = JSON.parse(line) as WireMessage;
      if (message.id === undefined || message.method !== undefined) return line;
      return JSON.stringify({ ...message, id: sent[Number(message.id)] });
    },
  };
}
