import { setTimeout as delay } from "node:timers/promises";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { dial, redial } from "../../src/session/dial.js";
import type { Transport } from "../../src/transport/transport.js";
import { UpgradeRejected } from "../../src/transport/upgrade-rejected.js";
import { openWebSocket } from "../../src/transport/web-socket.js";

vi.mock("../../src/transport/web-socket.js");
vi.mock("node:timers/promises");

const TRANSPORT = {} as Transport;
const ENDPOINT = { address: { kind: "unix", path: "/run/s.sock" }, token: "secret" } as const;
const never = new AbortController().signal;
const opening = vi.mocked(openWebSocket);
const waiting = vi.mocked(delay);

beforeEach(() => {
  // A pause takes its time on the clock, and no other.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  waiting.mockImplementation((ms) => {
    now += ms ?? 0;
    return Promise.resolve();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.resetAllMocks();
});

const pauses = (): unknown[] => waiting.mock.calls.map(([ms]) => ms);
const failure = (code: string): Error => Object.assign(new Error(code), { code });

test.each([failure("ECONNREFUSED"), failure("ENOENT"), new UpgradeRejected(503)])(
  "a server that may be starting is tried 40 times, every 150 ms: %s",
  async (error) => {
    opening.mockRejectedValue(error);
    await expect(dial(ENDPOINT, never)).rejects.toMatchObject({ name: "CliError", cause: error });
    expect([opening.mock.calls.length, pauses()]).toEqual([
      40,
      Array.from({ length: 39 }, () => 150),
    ]);
    expect(opening.mock.calls.at(-1)).toEqual([
      { url: "ws://localhost/", socketPath: "/run/s.sock", token: "secret" },
      never,
    ]);
  },
);

test("one that has started meanwhile is used", async () => {
  opening.mockRejectedValueOnce(failure("ENOENT")).mockResolvedValue(TRANSPORT);
  expect([await dial(ENDPOINT, never), pauses()]).toEqual([TRANSPORT, [150]]);
});

test.each([
  [dial, failure("EACCES")],
  [dial, new UpgradeRejected(401)],
  [redial, new UpgradeRejected(401)],
  [redial, new UpgradeRejected(403)],
])("%o tries a server that rejects us once: %s", async (how, error) => {
  opening.mockRejectedValue(error);
  await expect(how(ENDPOINT, never)).rejects.toMatchObject({ name: "CliError", cause: error });
  expect([opening.mock.calls.length, pauses()]).toEqual([1, []]);
});

test("after a lost connection the pauses grow to five seconds, for a minute", async () => {
  opening.mockRejectedValue(failure("ENETUNREACH"));
  await expect(redial(ENDPOINT, never)).rejects.toMatchObject({ kind: "server_unreachable" });
  const steady = Array.from({ length: 10 }, () => 5_000);
  expect(pauses()).toEqual([250, 500, 1_000, 2_000, 4_000, ...steady]);
});

test("a stop ends the attempts with its reason", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  opening.mockImplementation(() => {
    stop.abort(reason);
    return Promise.reject(failure("ENOENT"));
  });
  for (const how of [dial, redial]) await expect(how(ENDPOINT, stop.signal)).rejects.toBe(reason);
});
