import { describe, expect, test, vi } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { appServer } from "../../src/protocol/app-server.js";
import type { TurnParams } from "../../src/protocol/params.js";
import { Peer, RpcError } from "../../src/rpc/peer.js";
import { VERSION } from "../../src/version.js";
import { threadParams } from "../helpers/requests.js";
import { memoryTransport } from "../helpers/memory-transport.js";

const crashed = new CliError("server_crashed", "it died");

function connected() {
  const wire = memoryTransport();
  return { wire, server: appServer(new Peer(wire.transport, () => crashed)) };
}

const QUIET = { deltas: false, diff: false, mcp: false, raw: true };

const THREAD = threadParams("/repo", {
  model: "gpt-6-sol",
  workspaceRoots: ["/repo", "/more"],
  sandbox: "workspace-write",
});

const SAID = {
  threadId: "t-1",
  input: [
    { type: "localImage", path: "/repo/a.png" },
    { type: "text", text: "hello" },
  ],
  cwd: "/repo",
  approvalPolicy: "never",
  effort: "high",
  summary: null,
  outputSchema: { type: "object" },
} as const;

const TURN: TurnParams = { ...SAID, cyberAccessProgram: null };

const unexpected = (method: string, problem: string) =>
  new CliError("protocol", `the response to ${method} has an unexpected shape: ${problem}`, {
    hint: "is this a codex app-server of version 0.57 or newer?",
  });

describe("the handshake", () => {
  test("introduces us as codex exec does, and says when it is done", async () => {
    const { wire, server } = connected();
    const version = server.initialize(QUIET);
    wire.say({ id: 0, result: { userAgent: "codex_exec/0.166.0 (Linux)", codexHome: "/h" } });
    await version;
    expect(wire.sent).toEqual([
      {
        id: 0,
        method: "initialize",
        params: {
          clientInfo: { name: "codex_exec", title: null, version: VERSION },
          capabilities: {
            experimentalApi: true,
            requestAttestation: false,
            optOutNotificationMethods: [],
          },
        },
      },
      { method: "initialized" },
    ]);
  });

  test.each([
    ["codex_exec/0.166.0 (Linux 6.1; x86_64) xterm", "0.166.0"],
    ["codex_cli_rs/0.80.0", "0.80.0"],
    ["codex_exec/0.150.0-alpha.7 (Mac OS)", "0.150.0-alpha.7"],
    ["/1.2.3", "1.2.3"],
    ["somebody else", "somebody else"],
    ["codex_exec/dev (Linux)", "codex_exec/dev (Linux)"],
  ])("reads the version in %j", async (userAgent, version) => {
    const { wire, server } = connected();
    const answer = server.initialize(QUIET);
    wire.say({ id: 0, result: { userAgent } });
    await answer;
    expect(server.features.version).toBe(version);
  });

  test("with a stranger ends before we say it is done", async () => {
    const { wire, server } = connected();
    const answer = server.initialize(QUIET);
    wire.say({ id: 0, result: {} });
    await expect(answer).rejects.toEqual(
      unexpected(
        "initialize",
        "✖ Invalid input: expected string, received undefined\n  → at userAgent",
      ),
    );
    expect(wire.sent).toHaveLength(1);
  });
});

describe("a thread", () => {
  test("is started with what we ask for and what codex exec always says", async () => {
    const { wire, server } = connected();
    const started = server.startThread(THREAD);
    const result = {
      thread: { id: "t-1", cwd: "/repo", ephemeral: false, turns: [] },
      model: "gpt-6-sol",
      sandbox: { type: "workspaceWrite", writableRoots: [] },
    };
    wire.say({ id: 0, result });
    expect({ sent: wire.sent, result: await started }).toEqual({
      sent: [
        {
          id: 0,
          method: "thread/start",
          params: {
            model: "gpt-6-sol",
            cwd: "/repo",
            runtimeWorkspaceRoots: ["/repo", "/more"],
            approvalPolicy: "never",
            sandbox: "workspace-write",
            ephemeral: false,
            historyMode: "paginated",
            threadSource: "user",
          },
        },
      ],
      result,
    });
  });

  test("without a wish for a sandbox, or not to be stored, leaves those words out", () => {
    const { wire, server } = connected();
    server
      .startThread({ ...THREAD, model: null, sandbox: null, ephemeral: true })
      .catch(() => undefined);
    expect(wire.sent).toEqual([
      {
        id: 0,
        method: "thread/start",
        params: {
          model: null,
          cwd: "/repo",
          runtimeWorkspaceRoots: ["/repo", "/more"],
          approvalPolicy: "never",
          ephemeral: true,
          threadSource: "user",
        },
      },
    ]);
  });

  test.each([{}, null, { thread: {} }, { thread: { id: 5 } }])(
    "that comes back as %j breaks the protocol",
    async (result) => {
      const { wire, server } = connected();
      const started = server.startThread(THREAD);
      wire.say({ id: 0, result });
      await expect(started).rejects.toMatchObject({ name: "CliError", kind: "protocol" });
    },
  );

  test("that is refused rejects with the refusal", async () => {
    const { wire, server } = connected();
    const started = server.startThread(THREAD);
    const error = { code: -32600, message: "no such model" };
    wire.say({ id: 0, error });
    await expect(started).rejects.toEqual(new RpcError("thread/start", error));
  });

  test("may be named at the top of the reply", async () => {
    const { wire, server } = connected();
    const started = server.startThread(THREAD);
    wire.say({ id: 0, result: { id: "t-9", model: "m" } });
    expect(await started).toEqual({ id: "t-9", model: "m", thread: { id: "t-9" } });
  });

  test("is asked for once more, plainly, of a server that cannot page", async () => {
    const { wire, server } = connected();
    const started = server.startThread(THREAD);
    wire.say({ id: 0, error: { code: -32600, message: "paginated threads need turns/list" } });
    await vi.waitFor(() => expect(wire.sent).toHaveLength(2));
    wire.say({ id: 1, result: { thread: { id: "t-1" } } });
    await started;
    const history = wire.sent.map((sent) => (sent as { params: object }).params);
    expect(history).toEqual([
      expect.objectContaining({ historyMode: "paginated" }),
      { ...history[0], historyMode: undefined },
    ]);
  });

  test("is left at the end", async () => {
    const { wire, server } = connected();
    const left = server.unsubscribe("t-1");
    wire.say({ id: 0, result: { status: "unsubscribed" } });
    await left;
    expect(wire.sent).toEqual([
      { id: 0, method: "thread/unsubscribe", params: { threadId: "t-1" } },
    ]);
  });
});

describe("a turn", () => {
  test("is started with its input as it stands, and known by its id", async () => {
    const { wire, server } = connected();
    const started = server.startTurn(TURN);
    wire.say({ id: 0, result: { turn: { id: "u-1", status: "inProgress", items: [] } } });
    expect({ id: await started, sent: wire.sent }).toEqual({
      id: "u-1",
      sent: [{ id: 0, method: "turn/start", params: { ...SAID, turnTrigger: "exec" } }],
    });
  });

  test("may be named at the top of the reply", async () => {
    const { wire, server } = connected();
    const started = server.startTurn(TURN);
    wire.say({ id: 0, result: { id: "u-9" } });
    expect(await started).toBe("u-9");
  });

  test("is interrupted by both its names", () => {
    const { wire, server } = connected();
    server.interruptTurn("t-1", "u-1").catch(() => undefined);
    expect(wire.sent).toEqual([
      { id: 0, method: "turn/interrupt", params: { threadId: "t-1", turnId: "u-1" } },
    ]);
  });

  const stored = { id: "u-1", status: "completed", items: [{ type: "plan", id: "p", text: "x" }] };
  const page = { threadId: "t-1", limit: 2, sortDirection: "desc", itemsView: "full" };
  test.each([
    ["among others", { data: [{ id: "u-0", status: "failed" }, stored] }, stored],
    ["that is not there", { data: [{ id: "u-0", status: "failed" }] }, undefined],
    ["of a thread without turns", { data: [] }, undefined],
  ])("%s is read from the stored thread", async (_, result, turn) => {
    const { wire, server } = connected();
    const read = server.readTurn("t-1", "u-1");
    wire.say({ id: 0, result });
    expect({ turn: await read, sent: wire.sent }).toEqual({
      turn,
      sent: [{ id: 0, method: "thread/turns/list", params: page }],
    });
  });

  test.each([
    ["among others", { thread: { turns: [{ id: "u-0", status: "failed" }, stored] } }, stored],
    ["of a thread without turns", { thread: {} }, undefined],
  ])("%s is read from the thread itself on an old server", async (_, result, turn) => {
    const { wire, server } = connected();
    const read = server.readTurn("t-1", "u-1");
    wire.say({ id: 0, error: { code: -32601, message: "method not found" } });
    await Promise.resolve();
    wire.say({ id: 1, result });
    expect({ turn: await read, sent: wire.sent }).toEqual({
      turn,
      sent: [
        { id: 0, method: "thread/turns/list", params: page },
        { id: 1, method: "thread/read", params: { threadId: "t-1", includeTurns: true } },
      ],
    });
  });

  test.each([
    [{ type: "idle" }, "idle"],
    ["active", "active"],
    [undefined, ""],
  ])("what a thread does is read: %j", async (status, name) => {
    const { wire, server } = connected();
    const read = server.readStatus("t-1", 1000);
    wire.say({ id: 0, result: { thread: { id: "t-1", status } } });
    expect({ name: await read, sent: wire.sent }).toEqual({
      name,
      sent: [{ id: 0, method: "thread/read", params: { threadId: "t-1" } }],
    });
  });

  test("an end that was found out is told like any other", async () => {
    const { server } = connected();
    server.queueTurnCompleted("t-1", { id: "u-1", status: "completed" });
    const params = { threadId: "t-1", turn: { id: "u-1", status: "completed" } };
    expect(server.waiting()).toEqual([
      {
        kind: "notification",
        notification: {
          kind: "turnCompleted",
          ...params,
          wire: { method: "turn/completed", params },
        },
      },
    ]);
  });
});

test("a question that nobody knows is refused as it comes, and only once", async () => {
  const { wire, server } = connected();
  wire.say({ id: 7, method: "future/ask", params: {} });
  const refused = {
    id: 7,
    error: { code: -32601, message: "future/ask is not supported by turnpipe" },
  };
  expect(wire.sent).toEqual([refused]);
  server.answer(7, { result: {} });
  // The number is free for another question then.
  server.answer(7, { result: { again: true } });
  expect(wire.sent).toEqual([refused, { id: 7, result: { again: true } }]);
  expect(server.waiting()).toEqual([
    {
      kind: "serverRequest",
      serverRequest: { id: 7, kind: "unknown", method: "future/ask", params: {} },
    },
  ]);
});
