import { expect, test } from "vitest";

import {
  failed,
  message,
  notification,
  OPENING,
  OURS,
  said,
  server,
  STARTED,
} from "../../helpers/conversation.js";
import type { Event, Step } from "../../helpers/fixture.js";
import { play } from "../../helpers/play.js";

const ends = (turn: object): Step =>
  notification("turn/completed", { threadId: OURS.threadId, turn: { id: OURS.turnId, ...turn } });
const IDLE = { type: "idle" };
const idle = notification("thread/status/changed", { threadId: OURS.threadId, status: IDLE });

/** A server that stores nothing, and whose thread is idle. */
const FORGETS: readonly Step[] = [3, 5, 7, 9].flatMap((id): Step[] => [
  { from: "client", message: { id, method: "thread/turns/list" } },
  server({ id, error: { code: -32600, message: "not stored" } }),
  { from: "client", message: { id: id + 1, method: "thread/read" } },
  server({ id: id + 1, result: { thread: { id: OURS.threadId, status: IDLE } } }),
]);

const UNKNOWN = "the turn ended with a status that this version does not know: ";
const unknown = (text: string): Event =>
  failed({ message: UNKNOWN + text, cause: "protocol", exit: 5 });
const BOOM = { message: "boom" };
const LIMIT = { message: "no more", codexErrorInfo: "usageLimitExceeded" };

const CASES: readonly { how: string; turn: object; last: Event }[] = [
  ...["paused", "Completed", "", "__proto__", "done\u001b[2J"].flatMap((status) =>
    [undefined, BOOM].map((error) => ({
      how: `${JSON.stringify(status)} and ${error === undefined ? "no error" : "an error"}`,
      turn: { status, error },
      last: unknown(JSON.stringify(status) + (error === undefined ? "" : " (boom)")),
    })),
  ),
  ...["completed", "failed", "interrupted", "inProgress"].flatMap((status) => [
    {
      how: `"${status}" and an error`,
      turn: { status, error: BOOM },
      last: failed({ message: "boom", cause: "failed", exit: 1 }),
    },
    {
      how: `"${status}" and a limit`,
      turn: { status, error: LIMIT },
      last: failed({ message: "no more", cause: "usage_limit", exit: 6 }),
    },
  ]),
];

test.concurrent.each(CASES)("an end with the status $how", async ({ turn, last }) => {
  const leave: Step[] = [
    { from: "client", message: { id: 3, method: "thread/unsubscribe" } },
    server({ id: 3, result: {} }),
  ];
  const { exit, events, left } = await play([...OPENING, message("Done"), ends(turn), ...leave]);
  expect({ exit, events, left }).toEqual({
    exit: last["exit_code"],
    events: [...STARTED, said("Done"), last],
    left: [],
  });
});

const SILENT =
  'the server ended the turn without a status and without an answer (the thread is "idle")';

test.concurrent.each<{ how: string; steps: readonly Step[]; why: string }>([
  { how: "said nothing", steps: [idle], why: SILENT },
  {
    how: "ended without a status",
    steps: [ends({}), idle],
    why: "cannot read turn/completed: ✖ Invalid input: expected string, received undefined\n  → at turn.status",
  },
  {
    how: "ended with a number",
    steps: [ends({ status: 7 }), idle],
    why: "cannot read turn/completed (status 7): ✖ Invalid input: expected string, received number\n  → at turn.status",
  },
  {
    how: "ended in progress",
    steps: [ends({ status: "inProgress" }), idle],
    why: 'the turn ended with the status "inProgress"',
  },
])("an idle thread that $how is exit 5", async ({ steps, why }) => {
  const { exit, events, left } = await play([...OPENING, ...steps, ...FORGETS]);
  expect({ exit, events, left }).toEqual({
    exit: 5,
    events: [...STARTED, failed({ message: why, cause: "protocol", exit: 5 })],
    left: [],
  });
});

test("people are told the status, and nothing of it reaches their terminal", async () => {
  const { exit, stderr } = await play([...OPENING, ends({ status: "x\u001b[2J" })], ["run", "Go"]);
  expect({ exit, stderr: stderr.split("\n").slice(1) }).toEqual({
    exit: 5,
    stderr: [`error: ${UNKNOWN}"x\\u001b[2J"`, "✗ failed  exit 5", ""],
  });
});
