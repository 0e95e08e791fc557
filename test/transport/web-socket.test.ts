import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer, type WebSocket } from "ws";

import type { Received } from "../../src/transport/transport.js";
import { openWebSocket } from "../../src/transport/web-socket.js";

const never = new AbortController().signal;

/** A connection to a server in this process, seen from both sides. */
async function connected(token?: string) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const arrival = once(server, "connection");
  const transport = await openWebSocket({ url: `ws://127.0.0.1:${String(port)}/`, token }, never);
  onTestFinished(async () => void (await transport.close()));
  const [socket, request] = (await arrival) as [WebSocket, IncomingMessage];
  return { transport, socket, request };
}

test("the upgrade has the token, and neither an origin nor an extension", async () => {
  const { request } = await connected("secret");
  const { authorization, origin, "sec-websocket-extensions": extensions } = request.headers;
  expect({ authorization, origin, extensions }).toEqual({ authorization: "Bearer secret" });
});

test("each message is a text frame of its own", async () => {
  const { transport, socket } = await connected();
  const frames: unknown[] = [];
  const second = new Promise<void>((resolve) => {
    socket.on("message", (data: Buffer, isBinary) => {
      frames.push([data.toString("utf8"), isBinary]);
      if (frames.length === 2) resolve();
    });
  });
  transport.send({ id: 0, method: "initialize" });
  transport.send({ method: "initialized" });
  await second;
  expect(frames).toEqual([
    ['{"id":0,"method":"initialize"}', false],
    ['{"method":"initialized"}', false],
  ]);
});

test("a frame is one value; what is none, and a binary frame, are malformed", async () => {
  const { transport, socket } = await connected();
  const received: Received[] = [];
  transport.receive((each) => received.push(each));
  for (const text of ['{"text":"\u2028"}', "no JSON"]) socket.send(text);
  socket.send(Buffer.from("{}"), { binary: true });
  socket.close(4000, "enough");
  expect((await transport.closed).reason).toBe("closed the connection (enough)");
  expect(received).toEqual([
    { kind: "value", value: { text: "\u2028" }, size: 15 },
    expect.objectContaining({ kind: "malformed" }),
    { kind: "malformed", problem: "a binary frame", size: 2 },
  ]);
});

test("a connection that was given up is closed, and its reason is the error", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  const opening = openWebSocket({ url: "ws://127.0.0.1:1/" }, stop.signal);
  stop.abort(reason);
  await expect(opening).rejects.toBe(reason);
});
