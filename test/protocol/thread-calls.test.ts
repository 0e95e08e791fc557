import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import { resumeParams, forkParams, startParams } from "../../src/protocol/params.js";
import { threadCalls } from "../../src/protocol/thread-calls.js";
import { Features } from "../../src/protocol/versions/features.js";
import type { ErrorObject } from "../../src/rpc/message.js";
import { Peer, RpcError } from "../../src/rpc/peer.js";
import { threadParams } from "../helpers/requests.js";
import { memoryTransport } from "../helpers/memory-transport.js";

const PARAMS = threadParams("/repo", { model: "gpt-6-sol" });
const FILTER = { modelProviders: undefined, sourceKinds: ["exec"], searchTerm: "fix" };
const THREAD = { thread: { id: "t-1" }, model: "gpt-6-sol" };

describe("a page of threads", () => {
  test("follows another until there is no cursor", async () => {
    const { calls, asked } = scripted([
      page(["a", "b"], "2"),
      page(["c"], "3"),
      page([], "4"),
      page(["d"]),
    ]);
    expect({ ids: await listed(calls), asked }).toEqual({
      ids: ["a", "b", "c", "d"],
      asked: [null, "2", "3", "4"].map(list),
    });
  });

  test("is the last when its cursor is null", async () => {
    const { calls, asked } = scripted([{ result: { data: [{ id: "a" }], nextCursor: null } }]);
    expect({ ids: await listed(calls), asked }).toEqual({ ids: ["a"], asked: [list(null)] });
  });

  test("whose cursor was had before is the last", async () => {
    const { calls, asked } = scripted([page(["a"], "2"), page(["b"], "3"), page(["c"], "2")]);
    expect({ ids: await listed(calls), asked }).toEqual({
      ids: ["a", "b", "c"],
      asked: [null, "2", "3"].map(list),
    });
  });

  test("does not bring a thread again that an earlier one brought", async () => {
    const { calls } = scripted([page(["a", "a", "b"], "2"), page(["b", "c", "a"])]);
    expect(await listed(calls)).toEqual(["a", "b", "c"]);
  });

  test("is not asked for when the thread was found on the one before", async () => {
    const { calls, asked } = scripted([page(["a", "b"], "2")]);
    for await (const { id } of calls.listThreads(FILTER)) if (id === "b") break;
    expect(asked).toEqual([list(null)]);
  });

  test("of another shape breaks the protocol", async () => {
    const { calls } = scripted([{ result: { threads: [] } }]);
    await expect(listed(calls)).rejects.toMatchObject({ kind: "protocol" });
  });

  test("that is refused ends the list", async () => {
    const error = { code: -32603, message: "the store is locked" };
    const { calls } = scripted([page(["a"], "2"), { error }]);
    await expect(listed(calls)).rejects.toEqual(new RpcError("thread/list", error));
  });
});

describe("an old thread", () => {
  test("is resumed by its id", async () => {
    const { calls, asked } = scripted([{ result: THREAD }]);
    expect({ got: await calls.resumeThread("t-0", PARAMS), asked }).toEqual({
      got: THREAD,
      asked: [{ method: "thread/resume", params: resumeParams("t-0", PARAMS) }],
    });
  });

  test("is branched by its id", async () => {
    const { calls, asked } = scripted([{ result: THREAD }]);
    expect({ got: await calls.forkThread("t-0", PARAMS), asked }).toEqual({
      got: THREAD,
      asked: [{ method: "thread/fork", params: forkParams("t-0", PARAMS) }],
    });
  });

  test.each(["resumeThread", "forkThread"] as const)(
    "that comes back to %s without an id breaks the protocol",
    async (call) => {
      const { calls } = scripted([{ result: { thread: {} } }]);
      await expect(calls[call]("t-0", PARAMS)).rejects.toMatchObject({
        name: "CliError",
        kind: "protocol",
      });
    },
  );
});

describe("a new thread that is refused", () => {
  const plain = startParams(PARAMS);
  delete plain.historyMode;

  test.each([
    { code: -32600, message: "Paginated threads need thread/turns/list" },
    { code: -32601, message: "paginated_threads is not supported yet" },
  ])("is asked for once more without pages where pages were the reason: %j", async (error) => {
    const { calls, asked } = scripted([{ error }, { result: THREAD }]);
    expect({ got: await calls.startThread(PARAMS), asked }).toEqual({
      got: THREAD,
      asked: [
        { method: "thread/start", params: startParams(PARAMS) },
        { method: "thread/start", params: plain },
      ],
    });
  });

  test.each(["0.147.0", "0.144.6", "0.105.0"])(
    "by %s would be because of its pages: it is not asked for any",
    async (version) => {
      const { calls, asked } = scripted([{ result: THREAD }], version);
      await calls.startThread(PARAMS);
      expect(asked).toEqual([{ method: "thread/start", params: plain }]);
    },
  );

  test("a second time is refused", async () => {
    const error = { code: -32600, message: "no paginated threads" };
    const { calls, asked } = scripted([{ error }, { error }]);
    await expect(calls.startThread(PARAMS)).rejects.toEqual(new RpcError("thread/start", error));
    expect(asked).toHaveLength(2);
  });

  test.each([
    { code: -32600, message: "no such model" },
    { code: -32603, message: "paginated store is locked" },
  ])("for another reason is refused at once: %j", async (error) => {
    const { calls, asked } = scripted([{ error }]);
    await expect(calls.startThread(PARAMS)).rejects.toEqual(new RpcError("thread/start", error));
    expect(asked).toHaveLength(1);
  });
});

type RpcResponse = { result: unknown } | { error: ErrorObject };

/** A server with its replies laid out; a call too many is an error of the test. */
function scripted(replies: readonly RpcResponse[], version = "0.166.0") {
  const wire = memoryTransport();
  const asked: unknown[] = [];
  const left = [...replies];
  const send = (value: unknown): void => {
    const { id, method, params } = value as { id: number; method: string; params: unknown };
    asked.push({ method, params });
    wire.say({ id, ...(left.shift() ?? { error: { code: 0, message: "asked too often" } }) });
  };
  const gone = new CliError("server_crashed", "it died");
  const peer = new Peer({ ...wire.transport, send }, () => gone);
  return { calls: threadCalls(peer, new Features(version)), asked };
}

const page = (ids: readonly string[], nextCursor?: string): RpcResponse => ({
  result: { data: ids.map((id) => ({ id })), ...(nextCursor === undefined ? {} : { nextCursor }) },
});

const list = (cursor: string | null) => ({
  method: "thread/list",
  params: { ...FILTER, cursor, limit: 100, sortKey: "updated_at", archived: false },
});

async function listed(calls: ReturnType<typeof threadCalls>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of calls.listThreads(FILTER)) ids.push(id);
  return ids;
}
