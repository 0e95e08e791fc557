import { once } from "node:events";
import { connect } from "node:net";

import { withDeadline } from "../async/with-deadline.js";
import { CliError } from "../outcome/errors.js";
import type { ServerEndpoint } from "./dial.js";

/**
 * Finds a running app-server on this machine: the control socket, else the first loopback port of
 * codex's usual ones that says it is ready.
 */
export async function findServer(
  controlSocket: string,
  stop: AbortSignal,
): Promise<ServerEndpoint["address"]> {
  if (await isListening(controlSocket)) return { kind: "unix", path: controlSocket };
  const ready = await Promise.all(PORTS.map((port) => isReady(port, stop)));
  const port = PORTS[ready.indexOf(true)];
  if (port !== undefined) {
    const url = `ws://127.0.0.1:${String(port)}/`;
    return { kind: "web", url, isEncrypted: false, isLoopback: true };
  }
  const message = `--connect auto: no app-server at ${controlSocket} or on the ports 4500 to 4509`;
  throw new CliError("server_missing", message, {
    hint: "start one: codex app-server --listen unix://",
  });
}

const PORTS = Array.from({ length: 10 }, (_, at) => 4500 + at);

/** Whether a server listens there: one that was killed leaves its socket behind. */
async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Whether the port says so as an app-server does: 200 without a body. */
async function isReady(port: number, stop: AbortSignal): Promise<boolean> {
  const late = new Error("no response");
  try {
    return await withDeadline({ stop, ms: PROBE_MS, late }, async (signal) => {
      const url = `http://127.0.0.1:${String(port)}/readyz`;
      const response = await fetch(url, { signal, redirect: "manual" });
      const isEmpty = (response.headers.get("content-length") ?? "0") === "0";
      await response.body?.cancel();
      return response.status === 200 && isEmpty;
    });
  } catch {
    return false;
  }
}

const PROBE_MS = 1000;
