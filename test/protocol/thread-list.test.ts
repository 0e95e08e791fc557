import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { ThreadFilter } from "../../src/protocol/params.js";
import { threadCalls } from "../../src/protocol/thread-calls.js";
import { Features } from "../../src/protocol/versions/features.js";
import { Peer } from "../../src/rpc/peer.js";
import { memoryTransport } from "../helpers/memory-transport.js";

const FILTER: ThreadFilter = { modelProviders: [], sourceKinds: ["cli"], searchTerm: undefined };
const BY_BIRTH: ThreadFilter = { ...FILTER, sort: "created" };

describe("by date of birth", () => {
  test("a page begins a second later than its cursor, so that none of that second is lost", async () => {
    const store = storeOf([40, 40, 40, 40, 40], { perPage: 100 });
    expect({ ids: await store.list(BY_BIRTH), asked: store.cursors }).toEqual({
      ids: store.ids,
      asked: [null, second(2 + 1), second(0 + 1)],
    });
  });

  test.each([1, 2, 3, 7, 33, 50])(
    "none is lost where %i were born in each second",
    async (each) => {
      const store = storeOf(
        Array.from({ length: 60 }, () => each),
        { perPage: 100 },
      );
      expect(await store.list(BY_BIRTH)).toEqual(store.ids);
    },
  );

  test("a second that fills more than a page does not keep us for ever", async () => {
    const store = storeOf([250, 30], { perPage: 100 });
    const rest = store.ids.slice(250);
    expect({ ids: await store.list(BY_BIRTH), asked: store.cursors }).toEqual({
      // What is behind the first page of that second cannot be asked for.
      ids: [...store.ids.slice(0, 100), ...rest],
      asked: [null, second(2), second(1)],
    });
  });

  test.each([
    "2026-01-01T00:00:00.250Z",
    "2026-01-01T00:00:00Z|t-7",
    "page-2",
    "2026-13-01T00:00:00Z",
  ])("a cursor that is no whole second is taken as it is: %s", async (cursor) => {
    const { calls, cursors } = answering([page(["a"], cursor), page(["b"])]);
    expect({ ids: await idsOf(calls.listThreads(BY_BIRTH)), cursors }).toEqual({
      ids: ["a", "b"],
      cursors: [null, cursor],
    });
  });
});

describe("by date of change", () => {
  test("every cursor is taken as it is", async () => {
    const { calls, cursors } = answering([page(["a"], second(1)), page(["b"])]);
    expect({ ids: await idsOf(calls.listThreads(FILTER)), cursors }).toEqual({
      ids: ["a", "b"],
      cursors: [null, second(1)],
    });
  });
});

describe("a page", () => {
  test.each([
    [undefined, 100],
    [1, 1],
    [21, 21],
    [100, 100],
    [251, 100],
    [Infinity, 100],
  ])("is no longer than needed: of %s at most it has %i", async (atMost, limit) => {
    const { calls, asked } = answering([page([])]);
    await idsOf(calls.listThreads({ ...FILTER, atMost }));
    expect(asked).toEqual([
      {
        modelProviders: [],
        sourceKinds: ["cli"],
        searchTerm: undefined,
        cursor: null,
        limit,
        sortKey: "updated_at",
        archived: false,
      },
    ]);
  });

  test("is not searched for a name by a server that looks at prompts only", async () => {
    const filter = { ...FILTER, searchTerm: "a name" };
    const terms = ["0.118.0", "0.120.0"].map(async (version) => {
      const { calls, asked } = answering([page([])], version);
      await idsOf(calls.listThreads(filter));
      return asked;
    });
    expect(await Promise.all(terms)).toMatchObject([
      [{ searchTerm: undefined }],
      [{ searchTerm: "a name" }],
    ]);
  });

  test.each([
    ["0.91.0", ["a", "c"]],
    ["0.92.0", ["a", "b", "c"]],
  ])("of %s is filtered by source where the server does not do that", async (version, ids) => {
    const threads = [
      { id: "a", source: "cli" },
      { id: "b", source: "vscode" },
      { id: "c", source: { custom: "x" } },
    ];
    const { calls } = answering([{ data: threads }], version);
    expect(await idsOf(calls.listThreads(FILTER))).toEqual(ids);
  });

  test("is asked for when all of the one before has been read", async () => {
    const { calls, cursors } = answering([page(["a", "b"], "2"), page(["c"])]);
    const seen: unknown[] = [];
    for await (const { id } of calls.listThreads(FILTER)) seen.push([id, cursors.length]);
    expect(seen).toEqual([
      ["a", 1],
      ["b", 1],
      ["c", 2],
    ]);
  });

  test("may repeat what the one before had, and itself", async () => {
    const replies = [page(["a", "b"], "2"), page(["b", "c", "c"], "3"), page(["c", "b", "d"])];
    const { calls } = answering(replies);
    expect(await idsOf(calls.listThreads(FILTER))).toEqual(["a", "b", "c", "d"]);
  });
});

interface Params {
  readonly cursor: string | null;
  readonly limit: number;
}

/**
 * A store with so many threads in each second, the latest first, that pages as codex does from 0.130
 * on: a cursor is a whole second, and what follows it was born before that second.
 */
function storeOf(born: readonly number[], { perPage }: { perPage: number }) {
  const threads = born.flatMap((count, at) =>
    Array.from({ length: count }, (_, n) => ({
      id: `${at}-${n}`,
      born: second(born.length - 1 - at),
    })),
  );
  const answer = ({ cursor }: Params): object => {
    const rest = threads.filter((thread) => cursor === null || thread.born < cursor);
    const data = rest.slice(0, perPage);
    return { data, nextCursor: rest.length > perPage ? data.at(-1)?.born : null };
  };
  const { calls, cursors } = serving(answer);
  return {
    ids: threads.map(({ id }) => id),
    cursors,
    list: (filter: ThreadFilter) => idsOf(calls.listThreads(filter)),
  };
}

const second = (at: number): string => new Date(at * 1000).toISOString().replace(".000Z", "Z");

const page = (ids: readonly string[], nextCursor: string | null = null): object => ({
  data: ids.map((id) => ({ id })),
  nextCursor,
});

function answering(replies: readonly object[], version?: string) {
  const left = [...replies];
  return serving(() => left.shift() ?? { problem: "asked too often" }, version);
}

/** The calls on a server that answers like this, and what it was asked. */
function serving(answer: (params: Params) => object, version = "0.166.0") {
  const wire = memoryTransport();
  const asked: Params[] = [];
  const cursors: (string | null)[] = [];
  const send = (value: unknown): void => {
    const { id, params } = value as { id: number; params: Params };
    asked.push(params);
    cursors.push(params.cursor);
    wire.say({ id, result: answer(params) });
  };
  const gone = new CliError("server_crashed", "it died");
  return {
    calls: threadCalls(new Peer({ ...wire.transport, send }, () => gone), new Features(version)),
    asked,
    cursors,
  };
}

async function idsOf(threads: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of threads) ids.push(id);
  return ids;
}
