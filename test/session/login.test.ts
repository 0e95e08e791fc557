import { expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { initializeParams } from "../../src/protocol/initialize.js";
import { RpcError } from "../../src/rpc/peer.js";
import { withSession } from "../../src/session/session.js";
import { memoryTransport } from "../helpers/memory-transport.js";

const WANTED = { deltas: false, diff: false, mcp: false, raw: false };
const HELLO = [
  { id: 0, method: "initialize", params: initializeParams(WANTED) },
  { method: "initialized" },
];
const LOGIN = {
  id: 1,
  method: "account/login/start",
  params: { type: "apiKey", apiKey: "sk-test" },
};

test("a key is given after the handshake and before anything else", async () => {
  const { outcome, sent } = await session("sk-test");
  expect({ outcome, sent }).toEqual({
    outcome: "used",
    sent: [...HELLO, LOGIN, { id: 2, method: "thread/unsubscribe", params: { threadId: "t-1" } }],
  });
});

test("without a key nobody logs in", async () => {
  const { outcome, sent } = await session(undefined);
  expect({ outcome, sent }).toEqual({
    outcome: "used",
    sent: [...HELLO, { id: 1, method: "thread/unsubscribe", params: { threadId: "t-1" } }],
  });
});

test("a key that is refused ends the session before its use", async () => {
  const error = { code: -32600, message: "api keys are not allowed here" };
  const { outcome, sent, closed } = await session("sk-test", { error });
  expect({ outcome, sent, closed }).toEqual({
    outcome: new CliError(
      "refused",
      "account/login/start: api keys are not allowed here (code -32600)",
      { cause: new RpcError("account/login/start", error) },
    ),
    sent: [...HELLO, LOGIN],
    closed: 1,
  });
});

test("a run that is stopped during the login ends", async () => {
  const stop = new AbortController();
  const reason = new CliError("interrupted", "stopped by SIGINT");
  const { outcome, sent, closed } = await session("sk-test", () => stop.abort(reason), stop);
  expect({ outcome, sent, closed }).toEqual({
    outcome: reason,
    sent: [...HELLO, LOGIN],
    closed: 1,
  });
});

/** A session used for one call, with a server that answers a login in this way. */
async function session(
  apiKey: string | undefined,
  answer: object | (() => void) = { result: { type: "apiKey" } },
  stop = new AbortController(),
) {
  const server = memoryTransport();
  let closed = 0;
  const transport = {
    ...server.transport,
    send(value: unknown) {
      server.sent.push(value);
      const { id, method } = value as { id?: number; method: string };
      if (method === "initialize") {
        server.say({ id, result: { userAgent: "codex_exec/0.166.0" } });
      } else if (method !== "account/login/start") {
        server.say({ id, result: {} });
      } else if (typeof answer === "function") {
        answer();
      } else {
        server.say({ id, ...answer });
      }
    },
    close: () => {
      closed++;
      return Promise.resolve([]);
    },
  };
  const notes = { warn: () => undefined, note: () => undefined };
  const settings = { wanted: WANTED, stop: stop.signal, notes, apiKey };
  const outcome: unknown = await withSession(transport, settings, async (opened) => {
    await opened.server.unsubscribe("t-1");
    return "used";
  }).catch((error: unknown) => error);
  return { outcome, sent: server.sent, closed };
}
