import { connect } from "node:net";

import { WebSocket } from "ws";

import { onAbort } from "../async/on-abort.js";
import { frameLines } from "./framing.js";
import type { Received, Transport } from "./transport.js";
import { UpgradeRejected } from "./upgrade-rejected.js";

/** Where a server listens, and what it is told about us. */
export interface WebSocketEndpoint {
  url: string;
  /** The unix socket to connect to; the URL then only names the request. */
  socketPath?: string | undefined;
  /** Sent as `Authorization: Bearer`. */
  token?: string | undefined;
}

/**
 * Connects to an app-server: one JSON value per text frame. Rejects with the error of the connection, or
 * with UpgradeRejected. No `Origin` and no compression: the server rejects the one and ignores the other.
 */
export function openWebSocket(
  { url, socketPath, token }: WebSocketEndpoint,
  stop: AbortSignal,
): Promise<Transport> {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_MESSAGE,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(socketPath === undefined ? {} : { createConnection: () => connect(socketPath) }),
  });
  return new Promise((resolve, reject) => {
    // The error is followed by a close; whichever comes first says why there is no connection.
    const release = onAbort(stop, () => {
      reject(stop.reason as Error);
      socket.terminate();
    });
    socket.once("unexpected-response", (request, response) => {
      reject(new UpgradeRejected(response.statusCode ?? 0));
      response.destroy();
      request.destroy();
    });
    socket.on("error", reject);
    // Before "open": the first message may arrive together with the response to the upgrade.
    const transport = transportOf(socket);
    socket.once("open", () => {
      resolve(transport);
    });
    socket.once("close", release);
  });
}

const HANDSHAKE_MS = 10_000;
/** As long as a line of a server that we start. */
const MAX_MESSAGE = 64 * 1024 * 1024;

function transportOf(socket: WebSocket): Transport {
  let listener: (received: Received) => void = () => undefined;
  const frames = frameLines((received) => {
    listener(received);
  });
  let problem: string | undefined;
  socket.on("error", (error) => {
    problem = error.message;
  });
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) {
      listener({ kind: "malformed", problem: "a binary frame", size: data.length });
      return;
    }
    frames.write(data);
    frames.write(LF);
  });
  const stopPinging = keepAlive(socket);
  const closed = new Promise<Awaited<Transport["closed"]>>((resolve) => {
    socket.once("close", (code, reason) => {
      stopPinging();
      const words = reason.toString("utf8").trim();
      const why = problem ?? (words === "" ? `code ${String(code)}` : words);
      resolve({
        ...{ reason: `closed the connection (${why})`, stderrTail: "" },
        ...{ exitCode: null, signal: null },
      });
    });
  });
  return {
    send(value) {
      // A failed write is followed by a close.
      socket.send(JSON.stringify(value), () => undefined);
    },
    receive(next) {
      listener = next;
    },
    pause() {
      socket.pause();
    },
    resume() {
      socket.resume();
    },
    closed,
    async close() {
      // A socket that is paused would not see the other side's half of the close.
      socket.resume();
      socket.close();
      const timer = setTimeout(() => {
        socket.terminate();
      }, CLOSE_MS);
      await closed;
      clearTimeout(timer);
      return [];
    },
  };
}

const LF = Buffer.from("\n");
const CLOSE_MS = 500;

/** Pings, and ends a connection on which nothing arrives: a lost network closes none. */
function keepAlive(socket: WebSocket): () => void {
  let isAlive = true;
  for (const sign of ["message", "ping", "pong"] as const) {
    socket.on(sign, () => {
      isAlive = true;
    });
  }
  const timer = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return;
    // While we do not read, nothing can arrive.
    if (!isAlive && !socket.isPaused) socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

const PING_MS = 20_000;
