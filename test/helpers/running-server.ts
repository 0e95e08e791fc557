import { spawn } from "node:child_process";
import { once } from "node:events";

import type { Engine } from "./engine.js";
import { addressOf } from "./shared-engine.js";

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
