import { describe, expect, test } from "vitest";

import { historyCalls, type HistoryCalls } from "../../src/protocol/history-calls.js";
import { RpcError } from "../../src/rpc/peer.js";
import { Features } from "../../src/protocol/versions/features.js";
import {
  all,
  CURRENT,
  NO_SUCH_METHOD,
  scriptedPeer,
  tooOld,
  unknownVariant,
  type RpcResponse,
} from "../helpers/memory-transport.js";

const DONE: RpcResponse = { result: {} };
const REFUSED = { code: -32600, message: "thread not loaded" };
const STORED = { id: "t-1", name: "plan", preview: "Go", createdAt: 1, somethingNew: true };

describe("a call about one thread", () => {
  test.each<[string, (calls: HistoryCalls) => Promise<unknown>, object, object]>([
    [
      "thread/resume",
      (calls) => calls.reopenThread("t-1"),
      { threadId: "t-1", excludeTurns: true },
      { thread: { id: "t-1" } },
    ],
    [
      "thread/resume",
      (calls) => calls.reopenThread("t-1", "workspace-write"),
      { threadId: "t-1", sandbox: "workspace-write", excludeTurns: true },
      { thread: { id: "t-1" } },
    ],
    [
      "thread/name/set",
      (calls) => calls.nameThread("t-1", " 🧭 "),
      { threadId: "t-1", name: " 🧭 " },
      {},
    ],
    ["thread/archive", (calls) => calls.archiveThread("t-1"), { threadId: "t-1" }, {}],
    [
      "thread/unarchive",
      (calls) => calls.unarchiveThread("t-1"),
      { threadId: "t-1" },
      { thread: STORED },
    ],
    ["thread/delete", (calls) => calls.deleteThread("t-1"), { threadId: "t-1" }, {}],
    ["thread/compact/start", (calls) => calls.compactThread("t-1"), { threadId: "t-1" }, {}],
    [
      "thread/revert",
      (calls) => calls.revertThread("t-1", { beforeTurn: "u-3", turns: 2 }),
      { threadId: "t-1", beforeTurnId: "u-3" },
      {},
    ],
    [
      "thread/fork",
      (calls) => calls.copyThread({ id: "t-1" }),
      {
        threadId: "t-1",
        threadSource: "user",
        excludeTurns: true,
        deferGoalContinuation: true,
      },
      { thread: { id: "t-2" } },
    ],
  ])("is %s, and may be refused", async (method, call, params, result) => {
    const well = scripted([{ result }]);
    await call(well.calls);
    const badly = scripted([{ error: REFUSED }]);
    await expect(call(badly.calls)).rejects.toEqual(new RpcError(method, REFUSED));
    expect([well.asked, badly.asked]).toEqual([[{ method, params }], [{ method, params }]]);
  });
});

describe("a copy", () => {
  test("is told what the server would forget", async () => {
    const { calls, asked } = scripted([{ result: { thread: { id: "t-2" } } }]);
    const copied = await calls.copyThread({
      id: "t-1",
      model: "gpt-6-sol",
      modelProvider: "openai",
      reasoningEffort: "high",
      cwd: "/repo",
      name: "plan",
    });
    expect({ copied, asked }).toEqual({
      copied: "t-2",
      asked: [
        {
          method: "thread/fork",
          params: {
            threadId: "t-1",
            model: "gpt-6-sol",
            modelProvider: "openai",
            cwd: "/repo",
            config: { model_reasoning_effort: "high" },
            threadSource: "user",
            excludeTurns: true,
            deferGoalContinuation: true,
          },
        },
      ],
    });
  });

  test("of a thread of which nothing is known is told nothing, not null", async () => {
    const { calls, asked } = scripted([{ result: { id: "t-2" } }]);
    const unknown = { model: null, modelProvider: null, reasoningEffort: null, cwd: null };
    expect({ copied: await calls.copyThread({ id: "t-1", ...unknown }), asked }).toEqual({
      copied: "t-2",
      asked: [
        {
          method: "thread/fork",
          params: {
            threadId: "t-1",
            threadSource: "user",
            excludeTurns: true,
            deferGoalContinuation: true,
          },
        },
      ],
    });
  });

  test("without an id breaks the protocol", async () => {
    const { calls } = scripted([DONE]);
    await expect(calls.copyThread({ id: "t-1" })).rejects.toMatchObject({ kind: "protocol" });
  });
});

describe("what comes back", () => {
  test("of the archive is the thread as it is stored", async () => {
    const { calls } = scripted([{ result: { thread: STORED } }]);
    expect(await calls.unarchiveThread("t-1")).toEqual(STORED);
  });

  test.each([{}, { thread: {} }, { thread: { id: "t", createdAt: "today" } }])(
    "of the archive as %j breaks the protocol",
    async (result) => {
      const { calls } = scripted([{ result }]);
      await expect(calls.unarchiveThread("t-1")).rejects.toMatchObject({ kind: "protocol" });
    },
  );

  test("of a thread that is loaded is what it runs with", async () => {
    const result = { thread: { id: "t-1" }, model: "m", cwd: "/repo" };
    const { calls } = scripted([{ result }]);
    expect(await calls.reopenThread("t-1")).toEqual(result);
  });
});

describe("an old server", () => {
  test.each([unknownVariant("thread/delete"), NO_SUCH_METHOD])(
    "cannot delete, and is said to be too old: %j",
    async (error) => {
      const { calls } = scripted([{ error }]);
      await expect(calls.deleteThread("t-1")).rejects.toMatchObject(
        tooOld("thread/delete", "0.140.0"),
      );
    },
  );

  test.each([unknownVariant("thread/revert"), NO_SUCH_METHOD])(
    "counts the turns to take out from the end: %j",
    async (error) => {
      const { calls, asked } = scripted([{ error }, DONE]);
      await calls.revertThread("t-1", { beforeTurn: "u-3", turns: 2 });
      expect(asked).toEqual([
        { method: "thread/revert", params: { threadId: "t-1", beforeTurnId: "u-3" } },
        { method: "thread/rollback", params: { threadId: "t-1", numTurns: 2 } },
      ]);
    },
  );

  test("may refuse that as well", async () => {
    const { calls } = scripted([{ error: NO_SUCH_METHOD }, { error: REFUSED }]);
    await expect(calls.revertThread("t-1", { beforeTurn: "u", turns: 1 })).rejects.toEqual(
      new RpcError("thread/rollback", REFUSED),
    );
  });

  test("is not taken for one because of a word that another call does not know", async () => {
    const error = unknownVariant("thread/rollback");
    const { calls, asked } = scripted([{ error }]);
    await expect(calls.revertThread("t-1", { beforeTurn: "u", turns: 1 })).rejects.toEqual(
      new RpcError("thread/revert", error),
    );
    expect(asked).toHaveLength(1);
  });
});

test("a thread is loaded to be renamed where only loaded ones are found", async () => {
  const { calls, asked } = scripted(
    [{ result: { thread: { id: "t-1" } } }, DONE],
    new Features("0.107.0"),
  );
  await calls.nameThread("t-1", "plan");
  expect(asked).toEqual([
    { method: "thread/resume", params: { threadId: "t-1" } },
    { method: "thread/name/set", params: { threadId: "t-1", name: "plan" } },
  ]);
});

describe("a thread that has no pages", () => {
  const NO_PAGES = { code: -32600, message: "thread/revert only supports paginated threads" };
  const cut = { beforeTurn: "u-3", turns: 2 };
  const revert = { method: "thread/revert", params: { threadId: "t-1", beforeTurnId: "u-3" } };
  const rollBack = { method: "thread/rollback", params: { threadId: "t-1", numTurns: 2 } };

  test("is rolled back by count while the server can", async () => {
    const { calls, asked } = scripted([{ error: NO_PAGES }, DONE], new Features("0.155.1"));
    await calls.revertThread("t-1", cut);
    expect(asked).toEqual([revert, rollBack]);
  });

  test("is at once where pages are unknown", async () => {
    const { calls, asked } = scripted([DONE], new Features("0.147.0"));
    await calls.revertThread("t-1", cut);
    expect(asked).toEqual([rollBack]);
  });

  test("cannot be rolled back by a server that needs pages", async () => {
    const { calls, asked } = scripted([{ error: NO_PAGES }]);
    await expect(calls.revertThread("t-1", cut)).rejects.toMatchObject({
      kind: "refused",
      message: "codex 0.166.0 cannot roll back a thread of an older codex",
      hint: "requires a codex from 0.79.0 on and before 0.156.0 (--codex PATH)",
    });
    expect(asked).toEqual([revert]);
  });
});

describe("stored turns", () => {
  const turn = (id: string) => ({ id, status: "completed" });
  const ask = (cursor: string | null, how: object) => ({
    method: "thread/turns/list",
    params: { threadId: "t-1", cursor, ...how },
  });
  const FULL = { limit: 5, sortDirection: "asc", itemsView: "full" };
  const BARE = { limit: 100, sortDirection: "desc", itemsView: "notLoaded" };
  const OLDEST = { first: "oldest", items: true } as const;
  const LATEST = { first: "latest", items: false } as const;

  test.each([
    [OLDEST, FULL],
    [LATEST, BARE],
  ])("come page by page: %j", async (how, params) => {
    const { calls, asked } = scripted([
      { result: { data: [turn("a"), turn("b")], nextCursor: "2" } },
      { result: { data: [], nextCursor: "3" } },
      { result: { data: [turn("c")], nextCursor: "2" } },
    ]);
    expect({ got: await ids(calls.turns("t-1", how)), asked }).toEqual({
      got: ["a", "b", "c"],
      asked: [ask(null, params), ask("2", params), ask("3", params)],
    });
  });

  test("are not asked for beyond the one that was looked for", async () => {
    const { calls, asked } = scripted([{ result: { data: [turn("a")], nextCursor: "2" } }]);
    for await (const { id } of calls.turns("t-1", LATEST)) if (id === "a") break;
    expect(asked).toEqual([ask(null, BARE)]);
  });

  test.each([
    ["oldest", unknownVariant("thread/turns/list"), ["a", "b"]],
    ["oldest", NO_SUCH_METHOD, ["a", "b"]],
    ["latest", unknownVariant("thread/turns/list"), ["b", "a"]],
    ["latest", NO_SUCH_METHOD, ["b", "a"]],
  ] as const)("come all at once, the %s first, where pages are unknown: %j", async (...row) => {
    const [first, error, got] = row;
    const { calls, asked } = scripted([
      { error },
      { result: { thread: { turns: [turn("a"), turn("b")] } } },
    ]);
    const turns = await ids(calls.turns("t-1", { first, items: true }));
    expect({ turns, asked: asked.slice(1) }).toEqual({
      turns: got,
      asked: [{ method: "thread/read", params: { threadId: "t-1", includeTurns: true } }],
    });
  });

  test("of a thread that has none are none, with pages or without", async () => {
    const paged = scripted([{ result: { data: [] } }]);
    const plain = scripted([{ error: NO_SUCH_METHOD }, { result: { thread: {} } }]);
    expect([
      await ids(paged.calls.turns("t-1", OLDEST)),
      await ids(plain.calls.turns("t-1", OLDEST)),
    ]).toEqual([[], []]);
  });

  test("that are refused for another reason are not asked for again", async () => {
    const { calls, asked } = scripted([{ error: REFUSED }]);
    await expect(ids(calls.turns("t-1", OLDEST))).rejects.toEqual(
      new RpcError("thread/turns/list", REFUSED),
    );
    expect(asked).toHaveLength(1);
  });

  test.each([{}, { data: [{ id: "a" }] }, { data: [{ id: "a", status: 7 }] }, { data: null }])(
    "that come back as %j break the protocol",
    async (result) => {
      const { calls } = scripted([{ result }]);
      await expect(ids(calls.turns("t-1", OLDEST))).rejects.toMatchObject({ kind: "protocol" });
    },
  );

  const ids = async (turns: AsyncIterable<{ id: string }>): Promise<string[]> =>
    (await all(turns)).map(({ id }) => id);
});

function scripted(replies: readonly RpcResponse[], features = CURRENT) {
  const { peer, asked } = scriptedPeer(replies);
  return { calls: historyCalls(peer, features), asked };
}
