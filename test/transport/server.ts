import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { LaunchSpec } from "../../src/process/launcher.js";

/** One of the small servers in `servers/`, ready to be launched. */
export const server = (name: string, ...args: string[]): LaunchSpec => ({
  file: process.execPath,
  args: [fileURLToPath(new URL(`servers/${name}.mjs`, import.meta.url)), ...args],
  cwd: tmpdir(),
  env: process.env,
  initialInput: "",
});

/** A place where a grandchild reports for duty: its connection closes when it dies. */
export async function lifeline() {
  const folder = mkdtempSync(join(tmpdir(), "turnpipe-server-"));
  const path = join(folder, "socket");
  const listener = createServer();
  const arrival = once(listener, "connection") as Promise<[Socket]>;
  listener.listen(path);
  await once(listener, "listening");
  return {
    path,
    /** The connection of the grandchild, once it is up. */
    async arrived(): Promise<Socket> {
      const [socket] = await arrival;
      socket.resume();
      socket.on("error", () => undefined);
      return socket;
    },
    close() {
      listener.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
