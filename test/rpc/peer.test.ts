import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { Incoming } from "../../src/rpc/peer.js";
import { Peer, RpcError } from "../../src/rpc/peer.js";
import { memoryTransport } from "../helpers/memory-transport.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const crashed = new CliError("server_crashed", "it died");

function connected() {
  const server = memoryTransport();
  return { server, peer: new Peer(server.transport, () => crashed) };
}

describe("what goes out", () => {
  test("requests are numbered from 0, and nothing says jsonrpc", () => {
    const { server, peer } = connected();
    void peer.request("first", { a: 1 });
    void peer.request("second", {});
    peer.notify("told");
    peer.answer("q-1", { result: { yes: true } });
    peer.answer(0, { error: { code: -1, message: "no" } });
    expect(server.sent).toEqual([
      { id: 0, method: "first", params: { a: 1 } },
      { id: 1, method: "second", params: {} },
      { method: "told" },
      { id: "q-1", result: { yes: true } },
      { id: 0, error: { code: -1, message: "no" } },
    ]);
  });
});

describe("replies", () => {
  test("find their requests in whatever order they come", async () => {
    const { server, peer } = connected();
    const asked = [peer.request("a", {}), peer.request("b", {}), peer.request("c", {})];
    server.say({ id: 2, result: "for c" });
    server.say({ id: 0, result: "for a" });
    server.say({ jsonrpc: "2.0", id: 1, result: null });
    expect(await Promise.all(asked)).toEqual(["for a", null, "for c"]);
  });

  test("may bring our ids back as text", async () => {
    const { server, peer } = connected();
    const asked = [peer.request("a", {}), peer.request("b", {})];
    server.say({ id: "1", error: { code: 1, message: "no" } });
    server.say({ id: "0", result: "for a" });
    server.say({ id: 0, result: "for a again" });
    expect(await Promise.allSettled(asked)).toEqual([
      { status: "fulfilled", value: "for a" },
      { status: "rejected", reason: new RpcError("b", { code: 1, message: "no" }) },
    ]);
  });

  test("never wait behind news that nobody reads", async () => {
    const { server, peer } = connected();
    const asked = peer.request("a", {});
    for (let n = 0; n < 1000; n++) server.say({ method: "news", params: n });
    server.say({ id: 0, result: "done" });
    expect({ response: await asked, unread: peer.incoming.waiting().length }).toEqual({
      response: "done",
      unread: 1000,
    });
  });

  test("that nobody asked for are nothing, nor is a second reply", async () => {
    const { server, peer } = connected();
    const asked = peer.request("a", {});
    server.say({ id: 99, result: "for nobody" });
    server.say({ id: "zero", result: "for somebody else" });
    server.say({ id: "00", result: "for somebody else" });
    server.say({ id: "", result: "for somebody else" });
    server.say({ id: 0, result: "first" });
    server.say({ id: 0, error: { code: 1, message: "second" } });
    expect({ response: await asked, notification: peer.incoming.waiting() }).toEqual({
      response: "first",
      notification: [],
    });
  });

  test("that refuse carry the method, the code and the data", async () => {
    const { server, peer } = connected();
    const asked = peer.request("turn/start", {});
    const error = { code: -32602, message: "too large", data: { max_chars: 5 } };
    server.say({ error, id: 0 });
    const rpcError: unknown = await asked.catch((thrown: unknown) => thrown);
    expect(rpcError).toEqual(new RpcError("turn/start", error));
    expect(rpcError).toMatchObject({ message: "turn/start: too large (code -32602)", error });
  });
});

describe("deadlines", () => {
  test("a request without a reply is given up after its time", async () => {
    const { peer } = connected();
    const given = expect(peer.request("slow", {}, 1500)).rejects.toEqual(
      new CliError("server_unreachable", "no response to slow within 1.5 s"),
    );
    const usual = expect(peer.request("slow too", {})).rejects.toEqual(
      new CliError("server_unreachable", "no response to slow too within 60 s"),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all([given, usual]);
  });

  test("a reply just in time counts, one that is late is nothing", async () => {
    const { server, peer } = connected();
    const inTime = peer.request("a", {}, 1000);
    const late = peer.request("b", {}, 1000).catch(() => "gave up");
    await vi.advanceTimersByTimeAsync(999);
    server.say({ id: 0, result: "in time" });
    await vi.advanceTimersByTimeAsync(1);
    server.say({ id: 1, result: "too late" });
    expect(await Promise.all([inTime, late])).toEqual(["in time", "gave up"]);
  });

  test("no timer is left behind by a reply, a refusal or the end", async () => {
    const { server, peer } = connected();
    const asked = ["a", "b", "c"].map((method) => peer.request(method, {}).catch(() => undefined));
    server.say({ id: 0, result: 1 });
    server.say({ id: 1, error: { code: 1, message: "no" } });
    await server.die();
    await Promise.all(asked);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the end of the server", () => {
  test("rejects every request that waits, and every later one at once", async () => {
    const { server, peer } = connected();
    const asked = [peer.request("a", {}), peer.request("b", {})];
    const settled = Promise.allSettled(asked);
    await server.die();
    const later = Promise.allSettled([peer.request("c", {})]);
    expect([...(await settled), ...(await later)]).toEqual([
      { status: "rejected", reason: crashed },
      { status: "rejected", reason: crashed },
      { status: "rejected", reason: crashed },
    ]);
    expect(server.sent).toHaveLength(2);
  });

  test("is explained from how it went, and reaches the reader after the news", async () => {
    const server = memoryTransport();
    const peer = new Peer(
      server.transport,
      (closing) => new CliError("server_crashed", JSON.stringify(closing)),
    );
    server.say({ method: "last news" });
    await server.die({ reason: "fell over", signal: "SIGSEGV", exitCode: null });
    const got: unknown[] = [];
    try {
      for await (const incoming of peer.incoming) got.push(incoming);
    } catch (error) {
      got.push(error);
    }
    expect(got).toEqual([
      { kind: "notification", method: "last news", params: undefined },
      new CliError(
        "server_crashed",
        '{"reason":"fell over","exitCode":null,"signal":"SIGSEGV","stderrTail":""}',
      ),
    ]);
  });
});

test("what is no reply is kept in order, whatever it is", () => {
  const { server, peer } = connected();
  server.say({ method: "news", params: { n: 1 } });
  server.babble("a line was cut off");
  server.say({ id: 0, method: "question", params: {} });
  server.say({ id: "s", method: "question" });
  server.say(null);
  server.say([{ method: "batch" }]);
  expect(peer.incoming.waiting()).toEqual<Incoming[]>([
    { kind: "notification", method: "news", params: { n: 1 } },
    { kind: "malformed", problem: "a line was cut off" },
    { kind: "request", id: 0, method: "question", params: {} },
    { kind: "request", id: "s", method: "question", params: undefined },
    { kind: "malformed", problem: "a JSON value that is not a JSON-RPC message" },
    { kind: "malformed", problem: "a JSON value that is not a JSON-RPC message" },
  ]);
});

test("a question of the server never answers a request of ours with the same id", async () => {
  const { server, peer } = connected();
  const asked = peer.request("a", {});
  server.say({ id: 0, method: "question", params: {} });
  server.say({ id: 0, result: "answer" });
  expect({ response: await asked, notification: peer.incoming.waiting() }).toEqual({
    response: "answer",
    notification: [{ kind: "request", id: 0, method: "question", params: {} }],
  });
});

test("a refusal is known by its name: a part that is loaded late has a class of its own", () => {
  const error = { code: 1, message: "no" };
  class Late extends Error {
    override readonly name = "RpcError";
  }
  const seen = [
    new RpcError("a/b", error),
    new Late("no"),
    new Error("RpcError"),
    { name: "RpcError" },
  ];
  expect(seen.map((value) => value instanceof RpcError)).toEqual([true, true, false, false]);
});
