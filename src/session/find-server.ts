import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import { withDeadline } from "../async/with-deadline.js";
import { CliError } from "../outcome/errors.js";
import type { ServerEndpoint } from "./dial.js";

type FoundAddress = ServerEndpoint["address"];

/**
 * Finds a running app-server on this machine: the control socket, else the first of codex's usual ports
 * that says it is ready. Looks for some seconds, as one may be starting.
 */
export async function findServer(
  controlSocket: string,
  stop: AbortSignal,
  ports: readonly number[] = PORTS,
): Promise<FoundAddress> {
  for (let attempt = 1; ; attempt++) {
    const found = await look(controlSocket, stop, ports);
    if (found !== undefined) return found;
    if (stop.aborted) throw stop.reason;
    if (attempt === ATTEMPTS) break;
    await delay(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  const message = `--connect auto: no app-server at ${controlSocket} or on the ports 4500 to 4509`;
  throw new CliError("server_missing", message, {
    hint: "start one: codex app-server --listen unix://",
  });
}

const PORTS = Array.from({ length: 10 }, (_, at) => 4500 + at);
const ATTEMPTS = 12;
const PAUSE_MS = 500;

async function look(
  controlSocket: string,
  stop: AbortSignal,
  ports: readonly number[],
): Promise<FoundAddress | undefined> {
  if (await isListening(controlSocket)) return { kind: "unix", path: controlSocket };
  const late = new Error("no response");
  const ready = await withDeadline({ stop, ms: PROBE_MS, late }, (signal) =>
    Promise.all(ports.map((port) => isReady(port, signal))),
  );
  const port = ports[ready.indexOf(true)];
  if (port === undefined) return undefined;
  const url = `ws://127.0.0.1:${String(port)}/`;
  return { kind: "web", url, isEncrypted: false, isLoopback: true };
}

const PROBE_MS = 1000;

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
async function isReady(port: number, signal: AbortSignal): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${String(port)}/readyz`;
    const response = await fetch(url, { signal, redirect: "manual" });
    const isEmpty = (response.headers.get("content-length") ?? "0") === "0";
    await response.body?.cancel();
    return response.status === 200 && isEmpty;
  } catch {
    return false;
  }
}
