import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { Peer } from "../../src/rpc/peer.js";
import { memoryTransport } from "../helpers/memory-transport.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const crashed = new CliError("server_crashed", "it died");
const MEGABYTE = 1024 * 1024;

function connected() {
  const server = memoryTransport();
  const peer = new Peer(server.transport, () => crashed);
  /** News of so many megabytes. */
  const flood = (megabytes: number): void => {
    for (let n = 0; n < megabytes; n++) server.say({ method: "news", params: n }, MEGABYTE);
  };
  return { server, peer, flood };
}

const idsIn = (sent: readonly unknown[]): unknown[] =>
  sent.map((value) => (value as { id: unknown }).id);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe("requests on their way", () => {
  test("are 16 at most; the others follow in their order, one for each that is settled", async () => {
    const { server, peer } = connected();
    const asked = upTo(20).map((n) => peer.request(`m${n}`, {}));
    const first = idsIn(server.sent);
    server.say({ id: 7, result: "seven" });
    server.say({ id: 3, error: { code: 1, message: "no" } });
    const then = idsIn(server.sent).slice(16);
    for (const id of upTo(20)) server.say({ id, result: id });
    const settled = await Promise.allSettled(asked);
    expect({
      first,
      then,
      all: idsIn(server.sent),
      refused: settled.flatMap(({ status }, id) => (status === "rejected" ? [id] : [])),
    }).toEqual({ first: upTo(16), then: [16, 17], all: upTo(20), refused: [3] });
  });

  test("have a deadline that counts from the call; one that is late in line is never sent", async () => {
    const { server, peer } = connected();
    const flying = upTo(16).map((n) => peer.request(`m${n}`, {}, 5000));
    const tooLate = peer.request("late", {}, 1000);
    const inTime = peer.request("next", {}, 9000);
    const late = expect(tooLate).rejects.toEqual(
      new CliError("server_unreachable", "no response to late within 1 s"),
    );
    await vi.advanceTimersByTimeAsync(1000);
    await late;
    for (const id of upTo(16)) server.say({ id, result: id });
    server.say({ id: 16, result: "to nobody" });
    server.say({ id: 17, result: "next" });
    expect({
      replies: await Promise.all([...flying, inTime]),
      sent: idsIn(server.sent),
      timers: vi.getTimerCount(),
    }).toEqual({ replies: [...upTo(16), "next"], sent: [...upTo(16), 17], timers: 0 });
  });

  test("make room when they are given up", async () => {
    const { server, peer } = connected();
    const asked = upTo(17).map((n) => peer.request(`m${n}`, {}, n === 0 ? 10 : 5000));
    const outcomes = Promise.allSettled(asked);
    await vi.advanceTimersByTimeAsync(10);
    server.say({ id: 0, result: "too late" });
    for (const id of upTo(17)) server.say({ id, result: id });
    expect((await outcomes).map(({ status }) => status)).toEqual([
      "rejected",
      ...upTo(16).map(() => "fulfilled"),
    ]);
  });

  test("are all rejected with the server, those in line too, and no more is sent", async () => {
    const { server, peer } = connected();
    const asked = Promise.allSettled(upTo(20).map((n) => peer.request(`m${n}`, {})));
    await server.die();
    expect({ asked: await asked, sent: server.sent.length, timers: vi.getTimerCount() }).toEqual({
      asked: upTo(20).map(() => ({ status: "rejected", reason: crashed })),
      sent: 16,
      timers: 0,
    });
  });
});

describe("reading", () => {
  test("pauses when too much waits, and goes on when half of it is taken", async () => {
    const { server, peer, flood } = connected();
    flood(8);
    const before = [...server.flow];
    flood(2);
    const seen: unknown[] = [before, [...server.flow]];
    const taken: unknown[] = [];
    for await (const notification of peer.incoming) {
      taken.push(notification);
      if (server.flow.length === 2) break;
    }
    expect([...seen, taken.length, server.flow]).toEqual([[], ["pause"], 6, ["pause", "resume"]]);
  });

  test("pauses for many small ones, too", () => {
    const { server } = connected();
    for (const n of upTo(4097)) server.say({ method: "news", params: n }, 20);
    expect(server.flow).toEqual(["pause"]);
  });

  test("never pauses while a request waits, and does so after its reply", async () => {
    const { server, peer, flood } = connected();
    const asked = peer.request("a", {});
    flood(20);
    const before = [...server.flow];
    server.say({ id: 0, result: "done" });
    expect({ before, response: await asked, after: server.flow }).toEqual({
      before: [],
      response: "done",
      after: ["pause"],
    });
  });

  test("goes on for a request, and pauses again when that is given up", async () => {
    const { server, peer, flood } = connected();
    flood(20);
    const asked = peer.request("a", {}, 1000).catch(() => "gave up");
    const meanwhile = [...server.flow];
    await vi.advanceTimersByTimeAsync(1000);
    expect({ meanwhile, asked: await asked, after: server.flow }).toEqual({
      meanwhile: ["pause", "resume"],
      asked: "gave up",
      after: ["pause", "resume", "pause"],
    });
  });

  test("goes on for good when nobody waits for what is read", () => {
    const { server, peer, flood } = connected();
    flood(20);
    peer.incoming.fail(crashed);
    flood(20);
    expect(server.flow).toEqual(["pause", "resume"]);
  });

  test("goes on for good when the server is gone", async () => {
    const { server, flood } = connected();
    flood(20);
    await server.die();
    flood(20);
    expect(server.flow).toEqual(["pause", "resume"]);
  });
});
