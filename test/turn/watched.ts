import { vi } from "vitest";

import type { ThreadEvent } from "../../src/dialect/events.js";
import { withSession } from "../../src/session/session.js";
import type { TurnRequest } from "../../src/turn/turn-runner.js";
import { TurnRunner } from "../../src/turn/turn-runner.js";
import { threadParams, turnParams } from "../helpers/requests.js";
import { memoryTransport } from "../helpers/memory-transport.js";

const REQUEST: TurnRequest = {
  thread: { kind: "new", params: threadParams("/repo"), rules: "own" },
  task: { kind: "turn", params: turnParams("/repo") },
};

const OPENING: Readonly<Record<string, object>> = {
  initialize: { userAgent: "codex_exec/0.166.0" },
  "thread/start": { thread: { id: "t-1" } },
  "turn/start": { turn: { id: "u-1" } },
};

export const ours = (method: string, params: object) => ({
  method,
  params: { threadId: "t-1", turnId: "u-1", ...params },
});
export const answered = (text: string) => {
  const item = { type: "agentMessage", id: `m-${text}`, text, phase: null };
  return { ...ours("item/completed", { item }), params: { threadId: "t-1", turnId: "u-1", item } };
};
export const IDLE = { type: "idle" };
export const ACTIVE = { type: "active", activeFlags: [] };
export const status = (state: object) => ours("thread/status/changed", { status: state });

/** The response to thread/turns/list for a turn stored with this status. */
export const stored = (state: string, items: readonly object[], more: object = {}) => ({
  data: [{ id: "u-1", status: state, items, itemsView: "full", durationMs: 9, ...more }],
  nextCursor: null,
});

/** What a server says to a call: a result, `{ error }`, or nothing at all. */
type RpcResponse = object | undefined | (() => object);

/** A turn that has begun, on fake timers; `reader` is who takes the lines after the first two. */
export async function watched(
  replies: Readonly<Record<string, RpcResponse>>,
  reader: Promise<void> = Promise.resolve(),
) {
  const server = memoryTransport();
  const asked: unknown[] = [];
  const notes: string[] = [];
  const lines: ThreadEvent[] = [];
  const began = Date.now();
  const transport = {
    ...server.transport,
    send(value: unknown) {
      const { id, method = "" } = value as { id?: number; method?: string };
      const opening = OPENING[method];
      if (opening === undefined && method !== "initialized") {
        asked.push([(Date.now() - began) / 1000, method]);
      }
      const response = opening ?? replies[method];
      const result = typeof response === "function" ? (response as () => object)() : response;
      if (result !== undefined)
        server.say({ id, ...("error" in result ? result : { result: result }) });
    },
  };
  const addNote = (text: string) => void notes.push(text);
  const emit = async (event: ThreadEvent): Promise<void> => {
    lines.push(event);
    if (lines.length > 2) await reader;
  };
  const stop = new AbortController().signal;
  const run = new TurnRunner({
    include: new Set(),
    emit,
    notes: { warn: addNote, note: addNote },
    stop,
  });
  const wanted = { deltas: false, diff: false, mcp: false, raw: false };
  const quiet = { warn: () => undefined, note: () => undefined };
  const end = withSession(transport, { wanted, stop, notes: quiet }, (session) =>
    run.runFirst(session, REQUEST),
  ).catch((error: unknown) => error);
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  await pass(0);
  server.say(ours("turn/started", { turn: { id: "u-1", status: "inProgress" } }));
  await pass(0);
  return {
    end,
    pass,
    asked,
    say: (...messages: readonly object[]) => messages.forEach((message) => server.say(message)),
    babble: server.babble,
    /** The calls since the turn began, the kinds of items in our lines, and the notes. */
    told: () => ({
      asked,
      lines: lines.slice(2).map((line) => ("item" in line ? line.item.type : line.type)),
      notes,
    }),
  };
}
