import { expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { WireMessage } from "../../src/protocol/continuity/tracked-thread.js";
import { ConnectedTransport } from "../../src/session/connected-transport.js";
import type { Transport } from "../../src/transport/transport.js";
import { memoryTransport } from "../helpers/memory-transport.js";

const NOT_THERE = new CliError("server_unreachable", "nothing listens there");
const INITIALIZE = { id: 0, method: "initialize", params: {} };
const active = { thread: { status: { type: "active" } } };
const running = { id: "turn", rootTurnId: "turn", status: "inProgress", items: [] };

/** What the server answers to those who connect again. */
const RESTORED: Readonly<Record<string, unknown>> = {
  initialize: {},
  "thread/read": active,
  "thread/resume": {},
  "thread/turns/list": { data: [running] },
};

/** A server to which one can connect `count` times. */
function serverWith(count: number) {
  const connections = Array.from({ length: count }, () => {
    const memory = memoryTransport();
    const send = (value: unknown): void => {
      memory.transport.send(value);
      const { id, method = "" } = value as WireMessage;
      if (typeof id === "string")
        queueMicrotask(() => memory.say({ id, result: RESTORED[method] }));
    };
    let closed = false;
    const close: Transport["close"] = async () => {
      closed = true;
      await memory.die({ reason: "was closed" });
      return [];
    };
    const transport = { ...memory.transport, send, close };
    return { ...memory, transport, isClosed: () => closed };
  });
  const left = connections.map(({ transport }) => transport);
  const next = async (): Promise<Transport> => left.shift() ?? Promise.reject(NOT_THERE);
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const transport = new ConnectedTransport({
    ...{ dial: next, redial: next },
    notes: { warn: note, note },
  });
  const received: unknown[] = [];
  transport.receive((each) => received.push(each.kind === "value" ? each.value : each));
  return { connections, transport, received, notes };
}

/** The messages sent on a connection that are not about restoring it. */
const ownOf = ({ sent }: { sent: readonly unknown[] }): unknown[] =>
  sent.filter((value) => typeof (value as WireMessage).id !== "string");

/** Lets everything happen that needs no time. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A client whose turn runs. */
async function inTurn(count: number) {
  const server = serverWith(count);
  const { transport, connections } = server;
  const exchange = async (message: WireMessage, result: object): Promise<void> => {
    transport.send(message);
    await settled();
    connections[0]?.say({ id: message.id, result });
  };
  await exchange(INITIALIZE, {});
  await exchange({ id: 1, method: "thread/start", params: {} }, { thread: { id: "thread" } });
  const params = { threadId: "thread", input: [] };
  await exchange({ id: 2, method: "turn/start", params }, { turn: { id: "turn" } });
  server.received.length = 0;
  return server;
}

test("what is sent before there is a connection waits for it, and messages pass", async () => {
  const { transport, connections, received } = serverWith(1);
  transport.send(INITIALIZE);
  await settled();
  connections[0]?.say({ id: 0, result: {} });
  connections[0]?.say([1]);
  connections[0]?.babble("no JSON");
  expect({ sent: connections[0]?.sent, received }).toEqual({
    sent: [INITIALIZE],
    received: [{ id: 0, result: {} }, [1], { kind: "malformed", problem: "no JSON", size: 0 }],
  });
});

test("a lost connection is replaced, and what has no response is sent again", async () => {
  const { transport, connections, received, notes } = await inTurn(2);
  const pending = { id: 3, method: "config/read", params: {} };
  transport.send(pending);
  await connections[0]?.die();
  await settled();
  connections[1]?.say({ id: 3, result: { config: {} } });
  const started = { threadId: "thread", turn: { ...running, itemsView: "notLoaded" } };
  expect({ own: ownOf(connections[1]!), received, notes }).toEqual({
    own: [{ method: "initialized" }, pending],
    received: [
      { method: "turn/started", params: started },
      { id: 3, result: { config: {} } },
    ],
    notes: ["the app-server died; connecting again", "connected again"],
  });
});

test("a connection that cannot be replaced is the end, with the thread to resume", async () => {
  const { transport, connections } = await inTurn(1);
  await connections[0]?.die();
  expect((await transport.closed).error).toMatchObject({
    kind: "server_unreachable",
    message: "the connection to the app-server was lost: nothing listens there",
    hint: "continue with: turnpipe resume thread",
  });
});

test("more than 20 losses within a minute are no accident", async () => {
  const { transport, connections } = await inTurn(30);
  let isClosed = false;
  void transport.closed.then(() => (isClosed = true));
  let losses = 0;
  while (!isClosed) {
    await connections[losses++]?.die();
    await settled();
  }
  expect([losses, (await transport.closed).error?.message]).toEqual([
    21,
    "the connection to the app-server was lost: died",
  ]);
});

test("a server that is not there ends it before it began", async () => {
  const { transport } = serverWith(0);
  expect(await transport.closed).toMatchObject({ reason: "cannot be reached", error: NOT_THERE });
});

test("a message that is too long for the server is answered here", async () => {
  const { transport, connections, received } = await inTurn(1);
  const before = connections[0]?.sent.length;
  // Its characters are fewer than the limit; its bytes are not.
  transport.send({ id: 3, method: "turn/steer", params: { text: "€".repeat(6 * 1024 * 1024) } });
  expect([received, connections[0]?.sent.length]).toEqual([
    [{ id: 3, error: expect.objectContaining({ code: -32602 }) as unknown }],
    before,
  ]);
});

test("the end closes the connection, and connects no more", async () => {
  const { transport, connections, notes } = await inTurn(2);
  expect(await transport.close()).toEqual([]);
  await settled();
  expect([(await transport.closed).reason, connections[0]?.isClosed(), notes]).toEqual([
    "was left",
    true,
    [],
  ]);
});

test("while reading is paused a new connection is, too", async () => {
  const { transport, connections } = await inTurn(2);
  transport.pause();
  await connections[0]?.die();
  await settled();
  transport.resume();
  expect(connections.map(({ flow }) => flow)).toEqual([["pause"], ["pause", "resume"]]);
});
