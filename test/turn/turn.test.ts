import { describe, expect, test } from "vitest";

import { CliError } from "../../src/outcome/errors.js";
import type { ThreadEvent } from "../../src/dialect/events.js";
import { withSession } from "../../src/session/session.js";
import type { TurnRequest } from "../../src/turn/turn-runner.js";
import { TurnRunner } from "../../src/turn/turn-runner.js";
import { NO_USAGE } from "../helpers/conversation.js";
import { threadParams, turnParams } from "../helpers/requests.js";
import { memoryTransport } from "../helpers/memory-transport.js";

const REQUEST: TurnRequest = {
  thread: { kind: "new", params: threadParams("/repo"), rules: "own" },
  task: { kind: "turn", params: turnParams("/repo") },
};

const ours = (method: string, params: object) => ({
  method,
  params: { threadId: "t-1", turnId: "u-1", ...params },
});
const turn = (method: string, status: string, more: object = {}) =>
  ours(method, { turn: { id: "u-1", status, items: [], itemsView: "summary", ...more } });
const STARTED = turn("turn/started", "inProgress");
const COMPLETED = turn("turn/completed", "completed");
const command = (status: string) => ({
  type: "commandExecution",
  id: "c-1",
  command: "ls",
  status,
});

/** What a server says after each call of ours, besides its response. */
type Script = Partial<Record<string, readonly object[]>>;

const RESPONSES: Readonly<Record<string, object>> = {
  "thread/start": { thread: { id: "t-1" } },
  "turn/start": { turn: { id: "u-1" } },
  "review/start": { turn: { id: "u-1" }, reviewThreadId: "t-1" },
  "thread/turns/list": {
    data: [{ id: "u-1", status: "completed", items: [command("completed")] }],
  },
  "thread/unsubscribe": {},
};

/** A turn against a server that follows a script: its end, its lines, our calls and notes. */
async function played(
  script: Script,
  {
    version = "0.166.0",
    task = REQUEST.task,
  }: { version?: string; task?: TurnRequest["task"] } = {},
) {
  const responses: Readonly<Record<string, object>> = {
    ...RESPONSES,
    initialize: { userAgent: `codex_exec/${version}` },
  };
  const server = memoryTransport();
  const asked: unknown[] = [];
  const notes: string[] = [];
  const lines: ThreadEvent[] = [];
  const transport = {
    ...server.transport,
    send(value: unknown) {
      const { id, method = "answer" } = value as { id?: number; method?: string };
      asked.push(method === "answer" ? value : method);
      for (const notification of script[method] ?? []) server.say(notification);
      if (method in responses) server.say({ id, result: responses[method] });
    },
  };
  const stop = new AbortController().signal;
  const addNote = (text: string) => void notes.push(text);
  const emit = (event: ThreadEvent) => Promise.resolve(void lines.push(event));
  const run = new TurnRunner({
    include: new Set(),
    emit,
    notes: { warn: addNote, note: addNote },
    stop,
  });
  const wanted = { deltas: false, diff: false, mcp: false, raw: false };
  const quiet = { warn: () => undefined, note: () => undefined };
  const end = await withSession(transport, { wanted, stop, notes: quiet }, async (session) => {
    const played = await run.runFirst(session, { ...REQUEST, task });
    await run.unsubscribe(session);
    return played;
  }).catch((error: unknown) => error);
  return { end, lines: lines.map(({ type }) => type), asked, notes };
}

const CALLS = ["initialize", "initialized", "thread/start", "turn/start"];

describe("the order of things", () => {
  test("notifications that arrive before the turn id is known are printed after thread.started", async () => {
    const early = { method: "configWarning", params: { summary: "odd key", details: null } };
    const { lines } = await played({
      initialize: [early],
      "turn/start": [ours("warning", { message: "careful" }), STARTED, COMPLETED],
    });
    expect(lines).toEqual(["thread.started", "item.completed", "item.completed", "turn.started"]);
  });

  test("a config that the server would run without ends it before the turn costs", async () => {
    const params = { summary: "Invalid configuration; using defaults.", details: "line 3" };
    const { end, lines, asked } = await played({
      initialize: [{ method: "configWarning", params }],
    });
    expect({ end, lines, asked }).toEqual({
      end: new CliError("config", "Invalid configuration; using defaults. line 3", {
        hint: "fix the file; turnpipe does not fall back to defaults",
      }),
      lines: [],
      asked: CALLS.slice(0, 3),
    });
  });

  test("the stored turn is read only for items that were left open", async () => {
    const open = ours("item/started", { item: command("inProgress") });
    const [tidy, untidy] = [
      await played({ "turn/start": [STARTED, COMPLETED] }),
      await played({ "turn/start": [STARTED, open, COMPLETED] }),
    ];
    expect([tidy.asked, untidy.asked, untidy.lines]).toEqual([
      [...CALLS, "thread/unsubscribe"],
      [...CALLS, "thread/turns/list", "thread/unsubscribe"],
      ["thread.started", "turn.started", "item.started", "item.completed"],
    ]);
  });
});

describe("a turn that the server interrupts by itself", () => {
  test("has failed", async () => {
    const { end } = await played({
      "turn/start": [STARTED, turn("turn/completed", "interrupted")],
    });
    expect(end).toMatchObject({
      status: "failed",
      failure: { cause: "failed", message: "the turn was interrupted on the server" },
    });
  });
});

describe("a command that asks for approval", () => {
  test("is turned down under the server's id, and counted once", async () => {
    const serverRequest = {
      id: 0,
      ...ours("item/commandExecution/requestApproval", { itemId: "c-1", command: "ls" }),
    };
    const declined = ours("item/completed", { item: command("declined") });
    const { end, asked } = await played({
      "turn/start": [STARTED, serverRequest, declined, COMPLETED],
    });
    expect({ asked, work: (end as { work: object }).work }).toMatchObject({
      asked: [...CALLS, { id: 0, result: { decision: "decline" } }, "thread/unsubscribe"],
      work: { declined: 1, commands_failed: 0 },
    });
  });
});

describe("a review", () => {
  const task = { kind: "review", target: { type: "uncommittedChanges" } } as const;
  const script = { "review/start": [STARTED, COMPLETED] };
  test.each([
    ["0.107.0", null],
    ["0.144.6", null],
    ["0.145.0", NO_USAGE],
  ])("of codex %s begins once, with the usage %j", async (version, usage) => {
    const { end, lines } = await played(script, { version, task });
    expect(lines).toEqual(["thread.started", "turn.started"]);
    expect(end).toMatchObject({ status: "completed", usage, turnUsage: usage });
  });
});
