import { createInterface } from "node:readline";

import { execa } from "execa";

import type { Engine } from "./engine.js";

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
