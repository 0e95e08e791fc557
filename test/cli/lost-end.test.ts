import { expect, test } from "vitest";

import {
  completed,
  failed,
  message,
  notification,
  OPENING,
  OURS,
  said,
  server,
  STARTED,
  work,
} from "../helpers/conversation.js";
import type { Event, Step } from "../helpers/fixture.js";
import { play } from "../helpers/play.js";

const asks = (id: number, method: string): Step => ({ from: "client", message: { id, method } });
const idle = notification("thread/status/changed", {
  threadId: OURS.threadId,
  status: { type: "idle" },
});
const broken: Step = { from: "server", raw: '{"method":"turn/comp\n' };
const BROKEN = expect.stringMatching(
  /^warning: ignored a message from the server: .+\n$/,
) as string;

/** A look at the turn, and what the server says of it. */
const look = (id: number, turn: object): readonly Step[] => [
  asks(id, "thread/turns/list"),
  server({ id, result: { data: [{ id: OURS.turnId, ...turn }], nextCursor: null } }),
];
const left = (id: number): readonly Step[] => [
  asks(id, "thread/unsubscribe"),
  server({ id, result: {} }),
];
const MESSAGE = { type: "agentMessage", id: "raw-Done", text: "Done" };
const COMMAND = {
  type: "commandExecution",
  id: "c-1",
  command: "ls",
  status: "completed",
  aggregatedOutput: "a",
  exitCode: 0,
};
const OVER = { status: "completed", durationMs: 7, itemsView: "full", items: [COMMAND, MESSAGE] };
const ran = (index: number): Event => ({
  type: "item.completed",
  item: {
    id: `item_${index}`,
    type: "command_execution",
    command: "ls",
    aggregated_output: "a",
    exit_code: 0,
    status: "completed",
  },
});
const DID = work({ commands_ok: 1 });

test("after an answer the end is read where it is stored, with what was never told", async () => {
  expect(await play([...OPENING, message("Done"), idle, ...look(3, OVER), ...left(4)])).toEqual({
    exit: 0,
    events: [...STARTED, said("Done"), ran(1), completed("Done", DID)],
    stderr: "",
    left: [],
  });
});

test("a line that was broken may have been the end", async () => {
  expect(await play([...OPENING, broken, ...look(3, OVER), ...left(4)])).toEqual({
    exit: 0,
    events: [...STARTED, ran(0), said("Done", 1), completed("Done", DID)],
    stderr: BROKEN,
    left: [],
  });
});

test("a line that was broken may have been an item: the end tells the rest", async () => {
  const end = notification("turn/completed", {
    threadId: OURS.threadId,
    turn: { id: OURS.turnId, status: "completed", durationMs: 7, items: [MESSAGE] },
  });
  const steps = [...OPENING, broken, message("Done"), end, ...look(3, OVER), ...left(4)];
  expect(await play(steps)).toEqual({
    exit: 0,
    events: [...STARTED, said("Done"), ran(1), completed("Done", DID)],
    stderr: BROKEN,
    left: [],
  });
});

test("an end that nobody can read is read where it is stored", async () => {
  const odd = notification("turn/completed", {
    threadId: OURS.threadId,
    turn: { id: OURS.turnId },
  });
  expect(await play([...OPENING, odd, ...look(3, OVER), ...left(4)])).toEqual({
    exit: 0,
    events: [...STARTED, ran(0), said("Done", 1), completed("Done", DID)],
    stderr: "",
    left: [],
  });
});

test("a failure is found, too", async () => {
  const error = { message: "too busy", codexErrorInfo: "serverOverloaded" };
  const turn = { status: "failed", durationMs: 7, itemsView: "full", items: [], error };
  const { exit, events } = await play([...OPENING, idle, ...look(3, turn), ...left(4)]);
  const busy = { message: "too busy", cause: "overloaded", exit: 6, retryable: true };
  expect({ exit, events }).toEqual({
    exit: 6,
    events: [...STARTED, failed(busy, { duration_ms: 7 })],
  });
});

test("a turn that is in progress is waited for", async () => {
  const running = look(3, { status: "inProgress", itemsView: "full", items: [] });
  const steps = [...OPENING, idle, ...running, message("Done"), idle, ...look(4, OVER), ...left(5)];
  const { exit, events } = await play(steps);
  expect({ exit, events }).toEqual({
    exit: 0,
    events: [...STARTED, said("Done"), ran(1), completed("Done", DID)],
  });
});

test("of a thread that is stored nowhere, its state is asked for", async () => {
  const refusal = { code: -32600, message: "ephemeral threads do not support thread/turns/list" };
  const asked = (id: number): readonly Step[] => [
    asks(id, "thread/turns/list"),
    server({ id, error: refusal }),
    asks(id + 1, "thread/read"),
    server({ id: id + 1, result: { thread: { id: OURS.threadId, status: { type: "idle" } } } }),
  ];
  const steps = [...OPENING, message("Done"), idle, ...asked(3), ...asked(5), ...left(7)];
  expect(await play(steps, ["run", "--json", "--ephemeral", "Go"])).toEqual({
    exit: 0,
    events: [...STARTED, said("Done"), completed("Done", { duration_ms: null })],
    stderr: "",
    left: [],
  });
});

test("a server that says nothing any more, not even how it stands, is exit 5", async () => {
  const odd = notification("turn/completed", {
    threadId: OURS.threadId,
    turn: { id: OURS.turnId },
  });
  const { exit, events, stderr, left: alive } = await play([...OPENING, odd, { hang: true }]);
  const why =
    "cannot read turn/completed: ✖ Invalid input: expected string, received undefined\n  → at turn.status";
  expect({ exit, events, stderr, alive }).toEqual({
    exit: 5,
    events: [...STARTED, failed({ message: why, cause: "protocol", exit: 5 })],
    stderr: `turnpipe: ${why}\n`,
    alive: [],
  });
});
