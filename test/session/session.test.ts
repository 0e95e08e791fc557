import { describe, expect, onTestFinished, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { Session, SessionSettings } from "../../src/session/session.js";
import { withSession } from "../../src/session/session.js";
import type { KilledProcess } from "../../src/process/stop.js";

import { memoryTransport } from "../helpers/memory-transport.js";

const WANTED = { deltas: false, diff: false, mcp: false, raw: false };
const REASON = new CliError("interrupted", "stopped by SIGINT");

/** A session with a server in memory: what came of it, what was noted, and whether it was closed. */
function opened<T>(
  use: (session: Session) => Promise<T>,
  leftovers: KilledProcess[] = [],
  more: Partial<SessionSettings> = {},
) {
  const server = memoryTransport();
  const log: string[] = [];
  const stop = new AbortController();
  const transport = {
    ...server.transport,
    close: () => {
      log.push("closed");
      return Promise.resolve(leftovers);
    },
  };
  const notes = {
    warn: (text: string) => void log.push(`warn: ${text}`),
    note: (text: string) => void log.push(`note: ${text}`),
  };
  const settings = { wanted: WANTED, stop: stop.signal, notes, ...more };
  const outcome = withSession(transport, settings, use).catch((error: unknown) => error);
  const greet = (version: string) => {
    server.say({ id: 0, result: { userAgent: `codex_exec/${version} (Linux)` } });
  };
  return { server, log, stop, outcome, greet };
}

const unsubscribe = ({ server }: Session) => server.unsubscribe("t-1");

test("what had to be killed is noted, one by one", async () => {
  const leftovers = [
    { pid: 12, name: "codex" },
    { pid: 34, name: "sleep" },
  ];
  const { log, outcome, greet } = opened(() => Promise.resolve(), leftovers);
  greet("0.166.0");
  await outcome;
  expect(log).toEqual([
    "note: server: codex 0.166.0",
    "closed",
    "note: ended: 12 codex",
    "note: ended: 34 sleep",
  ]);
});

test("a session is handed out after the handshake, and closed after its use", async () => {
  const { log, outcome, greet } = opened(({ codexVersion }) => Promise.resolve(codexVersion));
  greet("0.166.0");
  expect({ version: await outcome, log }).toEqual({
    version: "0.166.0",
    log: ["note: server: codex 0.166.0", "closed"],
  });
});

describe("a session is closed too when", () => {
  test("its use fails", async () => {
    const boom = new Error("boom");
    const { log, outcome, greet } = opened(() => Promise.reject(boom));
    greet("0.166.0");
    expect({ error: await outcome, end: log.at(-1) }).toEqual({ error: boom, end: "closed" });
  });

  test("the server is too old to be used", async () => {
    const { log, outcome, greet } = opened(() => Promise.resolve("used"));
    greet("0.56.0");
    expect({ error: await outcome, log }).toEqual({
      error: new CliError("server_unreachable", "codex 0.56.0 is too old for turnpipe", {
        final: true,
        hint: "update it with: npm i -g @openai/codex@latest (0.57.0 or newer)",
      }),
      log: ["closed"],
    });
  });

  test("it is stopped before the server answered", async () => {
    const { log, stop, outcome } = opened(() => Promise.resolve("used"));
    stop.abort(REASON);
    expect({ error: await outcome, log }).toEqual({ error: REASON, log: ["closed"] });
  });
});

describe("a server that dies", () => {
  const stderrTail = "Error: Unknown feature flag: x";

  test("before the handshake may have had a complaint", async () => {
    const { server, outcome } = opened(() => Promise.resolve("used"));
    await server.die({ stderrTail });
    expect(await outcome).toEqual(
      new CliError("config", "codex refused to start: Unknown feature flag: x"),
    );
  });

  test("after it has crashed", async () => {
    const { server, outcome, greet } = opened(async (session) => {
      await server.die({ reason: "exited with status 1", stderrTail });
      return unsubscribe(session);
    });
    greet("0.166.0");
    expect(await outcome).toEqual(
      new CliError(
        "server_crashed",
        `the codex app-server exited with status 1; the end of its stderr:\n${stderrTail}`,
      ),
    );
  });
});

test.each([
  ["a minute on a server of our own", false, 60],
  ["ten minutes on one that is shared", true, 600],
])("a response may take %s", async (_, connected, seconds) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { outcome, greet } = opened(({ server }) => server.readConfig("/"), [], { connected });
  let ended: unknown;
  void outcome.then((error) => (ended = error));
  greet("0.166.0");
  await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
  expect(ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toMatchObject({
    message: `no response to config/read within ${String(seconds)} s`,
  });
});

describe("a refused call", () => {
  test.each([
    [{ code: -32_600, message: "no" }, "refused"],
    [{ code: -32_001, message: "Server overloaded; retry later." }, "overloaded"],
    [
      { code: -32_602, message: "too large", data: { input_error_code: "input_too_large" } },
      "input",
    ],
    [{ code: -32_602, message: "bad", data: null }, "refused"],
    [{ code: -32_603, message: "oops", data: { other: 1 } }, "refused"],
  ])("%j is %s", async (error, kind) => {
    const { server, outcome, greet } = opened(async (session) => {
      const call = unsubscribe(session);
      server.say({ id: 1, error });
      await call;
    });
    greet("0.166.0");
    expect(await outcome).toMatchObject({
      kind,
      message: `thread/unsubscribe: ${error.message} (code ${error.code})`,
    });
  });

  test("for settings that cannot be loaded is a mistake in the config", async () => {
    const message = "failed to load configuration: /home/me/.codex/config.toml:1:9: invalid type";
    const { server, outcome, greet } = opened(async (session) => {
      const call = unsubscribe(session);
      server.say({ id: 1, error: { code: -32_600, message } });
      await call;
    });
    greet("0.166.0");
    expect(await outcome).toMatchObject({ kind: "config", message });
  });

  test("of the handshake itself is refused as well", async () => {
    const { server, outcome } = opened(() => Promise.resolve("used"));
    server.say({ id: 0, error: { code: -32_600, message: "Already initialized" } });
    expect(await outcome).toMatchObject({
      kind: "refused",
      message: "initialize: Already initialized (code -32600)",
    });
  });
});
