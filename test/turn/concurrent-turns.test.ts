import { expect, test } from "vitest";

import type { ThreadEvent } from "../../src/dialect/events.js";
import type { Session } from "../../src/session/session.js";
import { withSession } from "../../src/session/session.js";
import { runTurn } from "../../src/turn/run-turn.js";
import type { TurnRequest } from "../../src/turn/turn-runner.js";
import { threadParams, turnParams } from "../helpers/requests.js";
import { memoryTransport } from "../helpers/memory-transport.js";

const TURNS = 50;
const SILENT = { warn: () => undefined, note: () => undefined };
const WANTED = { deltas: false, diff: false, mcp: false, raw: false };

/** A server that starts a thread for each request and ends all turns at once, their events mixed. */
function server(turns: number) {
  const wire = memoryTransport();
  let threads = 0;
  const started: string[] = [];
  const transport = {
    ...wire.transport,
    send(value: unknown) {
      const { id, method, params } = value as { id?: number; method: string; params?: unknown };
      const result = responseTo(method, params);
      if (id !== undefined) wire.say({ id, result });
      if (method === "turn/start" && started.length === turns) endAll();
    },
  };
  function responseTo(method: string, params: unknown): object {
    if (method === "initialize") return { userAgent: "codex_exec/0.166.0" };
    if (method === "thread/start") return { thread: { id: `t-${threads++}` } };
    if (method !== "turn/start") return {};
    const { threadId } = params as { threadId: string };
    started.push(threadId);
    return { turn: { id: `u-of-${threadId}` } };
  }
  function endAll(): void {
    const each = (method: string, params: (threadId: string, turnId: string) => object): void => {
      for (const threadId of started) {
        const turnId = `u-of-${threadId}`;
        wire.say({ method, params: { threadId, turnId, ...params(threadId, turnId) } });
      }
    };
    each("turn/started", (_, id) => ({ turn: { id, status: "inProgress" } }));
    each("item/completed", (threadId) => ({
      item: { type: "agentMessage", id: "m", text: `the answer of ${threadId}`, phase: null },
    }));
    each("turn/completed", (_, id) => ({ turn: { id, status: "completed" } }));
  }
  return transport;
}

test(`${TURNS} turns run at the same time on one session, each with its own events`, async () => {
  const stop = new AbortController().signal;
  const request: TurnRequest = {
    thread: { kind: "new", params: threadParams("/repo"), rules: "own" },
    task: { kind: "turn", params: turnParams("/repo") },
  };
  const run = async (session: Session) => {
    const events: string[] = [];
    const emit = async ({ type }: ThreadEvent): Promise<void> => {
      events.push(type);
      // Readers of different speed.
      for (let waits = events.length % 3; waits > 0; waits--) await Promise.resolve();
    };
    const result = await runTurn(session, request, {
      ...{ include: new Set<never>(), emit, notes: SILENT, stop },
    });
    return { thread: result?.threadId, answer: result?.finalMessage, events };
  };
  const results = await withSession(
    server(TURNS),
    { wanted: WANTED, stop, notes: SILENT },
    (session) => Promise.all(Array.from({ length: TURNS }, () => run(session))),
  );
  expect(results).toEqual(
    Array.from({ length: TURNS }, (_, at) => ({
      thread: `t-${at}`,
      answer: `the answer of t-${at}`,
      events: ["thread.started", "turn.started", "item.completed"],
    })),
  );
});
