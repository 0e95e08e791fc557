import { expect, test } from "vitest";

import {
  completed,
  ENDING,
  failed,
  GREETING,
  message,
  notification,
  NO_THREAD,
  OPENING,
  OURS,
  said,
  server,
  STARTED,
  THREAD_START,
  TURN_START,
  turnEnds,
  work,
} from "../helpers/conversation.js";
import type { Step } from "../helpers/fixture.js";
import { play } from "../helpers/play.js";

const refuse = (id: number, error: object): Step => server({ id, error });
const THREAD_ONLY = { turn_id: null };

test("a thread the server refuses to start is exit 1 with the server's words", async () => {
  const no = { code: -32600, message: "no such sandbox" };
  const why = "thread/start: no such sandbox (code -32600)";
  expect(await play([...GREETING, THREAD_START[0]!, refuse(1, no)])).toEqual({
    exit: 1,
    events: [failed({ message: why, cause: "refused", exit: 1 }, NO_THREAD)],
    stderr: `turnpipe: ${why}\n`,
    left: [],
  });
});

test("a turn the server has no room for is exit 6", async () => {
  const no = { code: -32001, message: "overloaded" };
  const why = "turn/start: overloaded (code -32001)";
  const steps = [...GREETING, ...THREAD_START, TURN_START[0]!, refuse(2, no)];
  const { stderr, ...rest } = await play(steps);
  const { retryable, ...last } = (rest.events.at(-1)?.["error"] ?? {}) as { retryable?: boolean };
  expect({ exit: rest.exit, last, retryable, stderr, left: rest.left }).toEqual({
    exit: 6,
    last: { message: why, cause: "overloaded", http_status: null, resets_at: null },
    // Trying later is all there is to do about it.
    retryable: true,
    stderr: `turnpipe: ${why}\n`,
    left: [],
  });
});

test("input the server refuses is exit 2, with a last line because there was a first", async () => {
  const no = { code: -32602, message: "too long", data: { input_error_code: "input_too_large" } };
  const why = "turn/start: too long (code -32602)";
  expect(await play([...GREETING, ...THREAD_START, TURN_START[0]!, refuse(2, no)])).toEqual({
    exit: 2,
    events: [
      ...STARTED.slice(0, 1),
      failed({ message: why, cause: "input", exit: 2 }, THREAD_ONLY),
    ],
    stderr: `turnpipe: ${why}\n`,
    left: [],
  });
});

test("a reply that names no thread breaks the protocol: exit 5", async () => {
  const steps = [...GREETING, THREAD_START[0]!, server({ id: 1, result: {} })];
  const { events, exit, left } = await play(steps);
  const why = expect.stringContaining("the response to thread/start") as string;
  expect({ events, exit, left }).toEqual({
    exit: 5,
    events: [failed({ message: why, cause: "protocol", exit: 5 }, NO_THREAD)],
    left: [],
  });
});

const UNREADABLE = notification("turn/completed", {
  ...OURS,
  turn: { id: OURS.turnId, status: 7 },
});

test("an end of our turn that cannot be read is read from the thread", async () => {
  const stored = { id: OURS.turnId, status: "completed", itemsView: "full", items: [] };
  const response = server({ id: 3, result: { data: [{ ...stored, durationMs: 7 }] } });
  const steps = [...OPENING, message("Whole"), UNREADABLE, ASK, response, ...LEAVE];
  expect(await play(steps)).toEqual({
    exit: 0,
    events: [...STARTED, said("Whole"), completed("Whole")],
    stderr: "",
    left: [],
  });
});

test("one that stands nowhere else breaks the protocol: exit 5", async () => {
  const { events, exit, left } = await play([...OPENING, message("Half"), UNREADABLE]);
  const why = expect.stringContaining("cannot read turn/completed") as string;
  expect({ events, exit, left }).toEqual({
    exit: 5,
    events: [...STARTED, said("Half"), failed({ message: why, cause: "protocol", exit: 5 })],
    left: [],
  });
});

test("a server that will not start with its flags or config is exit 2, and stdout stays empty", async () => {
  const steps: Step[] = [{ complain: "Error: unknown feature flag: frob\n" }, { exit: 1 }];
  expect(await play(steps)).toEqual({
    exit: 2,
    events: [],
    stderr: "turnpipe: codex refused to start: unknown feature flag: frob\n",
    left: [],
  });
});

test("a config the server would run without is exit 2, and stdout stays empty", async () => {
  const warning = { summary: "Invalid configuration; using defaults.", details: "line 3" };
  const [hello, response, ready] = GREETING;
  const steps = [
    hello!,
    response!,
    notification("configWarning", warning),
    ready!,
    ...THREAD_START,
  ];
  const { stderr, ...rest } = await play(steps);
  expect({
    ...rest,
    says: stderr.includes("Invalid configuration; using defaults. line 3"),
  }).toEqual({ exit: 2, events: [], left: [], says: true });
});

test("the last words of a dying server are passed on, and a flood of words does no harm", async () => {
  const steps: Step[] = [
    ...OPENING,
    { complain: "0123456789abcde\n", times: 100_000 },
    { complain: "thread 'main' panicked\n" },
    { exit: 101 },
  ];
  const { exit, events, stderr, left } = await play(steps);
  const words = { flood: stderr.length > 5_000, last: stderr.includes("'main' panicked") };
  expect({ exit, types: events.map(({ type }) => type), ...words, left }).toEqual({
    exit: 5,
    types: ["thread.started", "turn.started", "turn.failed"],
    flood: false,
    last: true,
    left: [],
  });
});

const COMMAND = { type: "commandExecution", id: "c", command: "make" };
const STARTED_COMMAND = notification("item/started", {
  ...OURS,
  item: { ...COMMAND, status: "inProgress" },
});
const shown = (status: string, exit_code: number | null) => ({
  type: status === "in_progress" ? "item.started" : "item.completed",
  item: {
    id: "item_0",
    type: "command_execution",
    command: "make",
    aggregated_output: "",
    exit_code,
    status,
  },
});
const ASK: Step = { from: "client", message: { id: 3, method: "thread/turns/list" } };
const LEAVE: readonly Step[] = [
  { from: "client", message: { id: 4, method: "thread/unsubscribe" } },
  server({ id: 4, result: {} }),
];

test("an item whose end got lost is finished from the stored turn", async () => {
  const stored = [{ ...COMMAND, status: "failed", exitCode: 2 }];
  const data = [{ id: OURS.turnId, status: "completed", items: stored }];
  const response = server({ id: 3, result: { data } });
  const steps = [
    ...OPENING,
    STARTED_COMMAND,
    message("Done"),
    turnEnds("completed"),
    ASK,
    response,
  ];
  expect(await play([...steps, ...LEAVE])).toEqual({
    exit: 0,
    events: [
      ...STARTED,
      shown("in_progress", null),
      said("Done", 1),
      shown("failed", 2),
      completed("Done", work({ commands_failed: 1 })),
    ],
    stderr: "",
    left: [],
  });
});

test("an item whose end is nowhere stays open, and the turn is over all the same", async () => {
  const no = refuse(3, { code: -32600, message: "not stored" });
  const steps = [...OPENING, STARTED_COMMAND, message("Done"), turnEnds("completed"), ASK, no];
  expect(await play([...steps, ...LEAVE])).toEqual({
    exit: 0,
    events: [...STARTED, shown("in_progress", null), said("Done", 1), completed("Done")],
    stderr: "",
    left: [],
  });
});

test("a turn that the server interrupts by itself has failed", async () => {
  const steps = [...OPENING, message("Half"), turnEnds("interrupted"), ...ENDING.slice(1)];
  const why = "the turn was interrupted on the server";
  expect(await play(steps)).toEqual({
    exit: 1,
    events: [
      ...STARTED,
      said("Half"),
      failed({ message: why, cause: "failed", exit: 1 }, { duration_ms: 7 }),
    ],
    stderr: "",
    left: [],
  });
});
