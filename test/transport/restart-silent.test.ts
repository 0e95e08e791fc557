import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { restartSilent } from "../../src/transport/restart-silent.js";
import type { Closing, Received, Transport } from "../../src/transport/transport.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a server that sends nothing is closed, then replaced, and is sent everything again", async () => {
  const { transport, log, servers, received } = started(2);
  transport.send("initialize");
  await vi.advanceTimersByTimeAsync(AFTER_MS);
  servers[1]?.say("hello");
  transport.send("next");
  expect({ log, received }).toEqual({
    log: [
      ...["start 0", "0 < initialize", "close 0"],
      ...["start 1", "restarted", "1 < initialize", "1 < next"],
    ],
    received: ["hello"],
  });
});

test("a server that has sent something is kept", async () => {
  const { transport, log, servers, received } = started(1);
  transport.send("initialize");
  await vi.advanceTimersByTimeAsync(AFTER_MS - 1);
  servers[0]?.say("hello");
  await vi.advanceTimersByTimeAsync(10 * AFTER_MS);
  expect({ log, received }).toEqual({
    log: ["start 0", "0 < initialize"],
    received: ["hello"],
  });
});

test("the end of a server that was replaced may be known late", async () => {
  const { transport, servers } = started(2, { endsLate: true });
  await vi.advanceTimersByTimeAsync(AFTER_MS);
  servers[0]?.end(ended("was ended by SIGTERM"));
  await vi.advanceTimersByTimeAsync(0);
  servers[1]?.end(ended("exited with status 0"));
  expect(await transport.closed).toEqual(ended("exited with status 0"));
});

test("only one is replaced", async () => {
  const { log } = started(2);
  await vi.advanceTimersByTimeAsync(10 * AFTER_MS);
  expect(log).toEqual(["start 0", "close 0", "start 1", "restarted"]);
});

test("what is sent while a server is being replaced reaches the next one", async () => {
  const { transport, log, servers } = started(2, { closesAtOnce: false });
  transport.send("one");
  await vi.advanceTimersByTimeAsync(AFTER_MS);
  transport.send("two");
  servers[0]?.closeNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual([
    ...["start 0", "0 < one", "close 0"],
    ...["start 1", "restarted", "1 < one", "1 < two"],
  ]);
});

test("a server that ends by itself is not replaced", async () => {
  const { transport, log, servers } = started(1);
  servers[0]?.end(ended("exited with status 1"));
  expect(await transport.closed).toEqual(ended("exited with status 1"));
  await vi.advanceTimersByTimeAsync(10 * AFTER_MS);
  expect(log).toEqual(["start 0"]);
});

test("the end of the second server is the end, and both count as killed", async () => {
  const { transport, servers } = started(2);
  await vi.advanceTimersByTimeAsync(AFTER_MS);
  servers[1]?.end(ended("was ended by SIGSEGV"));
  expect(await transport.closed).toEqual(ended("was ended by SIGSEGV"));
  const both = [
    { pid: 0, name: "codex" },
    { pid: 1, name: "codex" },
  ];
  expect([await transport.close(), await transport.close()]).toEqual([both, both]);
});

test("a server that lost a race for the databases is started again after a pause, twice at most", async () => {
  const { transport, log, servers } = started(3);
  transport.send("initialize");
  for (const each of [0, 1, 2]) {
    servers[each]?.end(LOST);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
  }
  expect({ log, closed: await transport.closed }).toEqual({
    log: [
      ...["start 0", "0 < initialize", "close 0"],
      ...["start 1", "1 < initialize", "close 1"],
      ...["start 2", "2 < initialize"],
    ],
    closed: LOST,
  });
});

test("one that lost it after it has sent something, or while nobody waits any more, is not", async () => {
  const late = started(1);
  late.servers[0]?.say("hello");
  late.servers[0]?.end(LOST);
  expect(await late.transport.closed).toEqual(LOST);
  const { transport, log, servers } = started(1);
  servers[0]?.end(LOST);
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  await transport.close();
  expect({ log, closed: await transport.closed }).toEqual({
    log: ["start 0", "close 0", "close 0"],
    closed: LOST,
  });
});

test("a silent server that says at the end of its input why it cannot start is not replaced", async () => {
  const { transport, log, servers } = started(1, { hearsEnd: true });
  await vi.advanceTimersByTimeAsync(AFTER_MS);
  servers[0]?.end(REASON);
  expect({ closed: await transport.closed, log }).toEqual({
    closed: REASON,
    log: ["start 0", "end of input 0"],
  });
});

test("one that does not, or not in time, is replaced", async () => {
  const { log, servers } = started(2, { hearsEnd: true });
  await vi.advanceTimersByTimeAsync(AFTER_MS + PAUSE_MS);
  servers[1]?.say("hello");
  expect(log).toEqual(["start 0", "end of input 0", "close 0", "start 1", "restarted"]);
});

test("closed while it is being replaced, nothing more is started", async () => {
  const { transport, log, servers } = started(1, { closesAtOnce: false });
  await vi.advanceTimersByTimeAsync(AFTER_MS);
  const closing = transport.close();
  servers[0]?.closeNow();
  await closing;
  expect({ log, closed: await transport.closed }).toEqual({
    log: ["start 0", "close 0", "close 0"],
    closed: ended("was closed"),
  });
});

test("a second start that fails is told as the end of the server", async () => {
  const { transport } = started(1);
  await vi.advanceTimersByTimeAsync(AFTER_MS);
  expect(await transport.closed).toEqual({
    ...ended("could not be started: no more servers"),
    exitCode: null,
  });
  expect(await transport.close()).toEqual([{ pid: 0, name: "codex" }]);
});

const AFTER_MS = 1_000;
const PAUSE_MS = 300;

const ended = (reason: string): Closing => ({ reason, exitCode: 0, signal: null, stderrTail: "" });

const REASON: Closing = { ...ended("exited with status 1"), stderrTail: "Error: a bad config" };
const LOST: Closing = { ...ended("exited with status 1"), stderrTail: "Error: a lost race" };

/** A restarting transport on up to `count` servers, with everything that happens to them in order. */
function started(count: number, { closesAtOnce = true, endsLate = false, hearsEnd = false } = {}) {
  const log: string[] = [];
  const received: unknown[] = [];
  const servers: ReturnType<typeof server>[] = [];
  const start = (): Transport => {
    if (servers.length === count) throw new Error("no more servers");
    log.push(`start ${servers.length}`);
    const next = server(servers.length, log, { closesAtOnce, endsLate, hearsEnd });
    servers.push(next);
    return next.transport;
  };
  const transport = restartSilent(start, {
    afterMs: AFTER_MS,
    onRestart: () => log.push("restarted"),
    isWorthRestart: ({ stderrTail }) => stderrTail.includes("lost race"),
    saysWhy: ({ stderrTail }) => stderrTail.includes("bad config"),
  });
  transport.receive((each) => {
    if (each.kind === "value") received.push(each.value);
  });
  return { transport, log, received, servers };
}

function server(
  pid: number,
  log: string[],
  { closesAtOnce, endsLate, hearsEnd }: Record<"closesAtOnce" | "endsLate" | "hearsEnd", boolean>,
) {
  let listener: (received: Received) => void = () => undefined;
  let end: (closing: Closing) => void = () => undefined;
  const closed = new Promise<Closing>((resolve) => {
    end = resolve;
  });
  const closeNow = (): void => end(ended("was closed"));
  const transport: Transport = {
    send: (value) => log.push(`${pid} < ${String(value)}`),
    receive: (next) => {
      listener = next;
    },
    pause: () => undefined,
    resume: () => undefined,
    ...(hearsEnd ? { endInput: () => void log.push(`end of input ${pid}`) } : {}),
    closed,
    async close() {
      log.push(`close ${pid}`);
      if (closesAtOnce && !endsLate) closeNow();
      if (!endsLate) await closed;
      return [{ pid, name: "codex" }];
    },
  };
  return {
    transport,
    end: (closing: Closing) => end(closing),
    closeNow,
    say: (value: unknown) => listener({ kind: "value", value, size: 0 }),
  };
}
