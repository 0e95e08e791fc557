import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  failed,
  GREETING,
  message,
  notification,
  OURS,
  server,
  THREAD_START,
  TURN_START,
} from "../../helpers/conversation.js";
import { PLAYED, readLines, type Event, type Step } from "../../helpers/fixture.js";
import { scriptIn, withFolder } from "../../helpers/play.js";
import { runCli } from "../../helpers/run-in-process.js";

const STATUSES = ["paused", "Completed", "done\u001b[2J"];

const why = (status: string): string =>
  `the turn ended with a status that this version does not know: ${JSON.stringify(status)}`;

const asks = (id: number, method: string): Step => ({ from: "client", message: { id, method } });
const TURN = { id: OURS.turnId, status: "inProgress" };
const begins = notification("turn/started", { threadId: OURS.threadId, turn: TURN });
const REVIEW_START: readonly Step[] = [
  asks(2, "review/start"),
  server({ id: 2, result: { turn: TURN, reviewThreadId: OURS.threadId } }),
  begins,
];
/** A thread that is resumed is answered as one that is started. */
const RESUME = THREAD_START.map((step) =>
  "message" in step && step.from === "client" ? asks(1, "thread/resume") : step,
);
const ID = "01999999-0000-7000-8000-000000000000";
const COMPACT_START: readonly Step[] = [
  asks(2, "thread/compact/start"),
  server({ id: 2, result: {} }),
  begins,
];

/** Each command that runs a turn, how the server begins it, and a file that only success may write. */
const COMMANDS: readonly { args: readonly string[]; steps: readonly Step[] }[] = [
  { args: ["exec", "--json", "-o", "written", "Go"], steps: [...THREAD_START, ...TURN_START] },
  { args: ["exec", "--json", "resume", ID, "Go"], steps: [...RESUME, ...TURN_START] },
  {
    args: ["exec", "--json", "review", "--uncommitted"],
    steps: [...THREAD_START, ...REVIEW_START],
  },
  { args: ["review", "--json"], steps: [...THREAD_START, ...REVIEW_START] },
  {
    args: ["run", "--json", "--verify", "touch written", "Go"],
    steps: [...THREAD_START, ...TURN_START],
  },
  { args: ["run", "--json", "--retry", "2", "Go"], steps: [...THREAD_START, ...TURN_START] },
  { args: ["run", "--json", "-o", "written", "Go"], steps: [...THREAD_START, ...TURN_START] },
  { args: ["resume", "--json", ID, "Go"], steps: [...RESUME, ...TURN_START] },
  { args: ["threads", "compact", "--json", ID], steps: [...RESUME, ...COMPACT_START] },
];

const CASES = COMMANDS.flatMap(({ args, steps }) =>
  STATUSES.map((status) => ({ args, steps, status, line: args.join(" ") })),
);

test.concurrent.each(CASES)("$line: an end with the status $status is exit 5", async (each) => {
  const { args, steps, status } = each;
  const turn = { id: OURS.turnId, status, durationMs: 7 };
  const end = notification("turn/completed", { threadId: OURS.threadId, turn });
  await withFolder(async (dir) => {
    const { exit, stdout, left } = await onServer(dir, [...steps, message("Done"), end], args);
    const events = readLines<Event>(stdout);
    // What a review adds has a test of its own.
    const last = { ...events.at(-1), review: undefined };
    expect({
      ...{ exit, left, last },
      ends: events.filter(({ type }) => /^turn\.(completed|failed)$/.test(type)).length,
      written: existsSync(join(dir, "written")),
    }).toEqual({
      ...{ exit: 5, left: [], ends: 1, written: false },
      last:
        args[0] === "exec"
          ? { type: "turn.failed", error: { message: why(status) } }
          : failed({ message: why(status), cause: "protocol", exit: 5 }, { duration_ms: 7 }),
    });
  });
});

test.concurrent.each(STATUSES)(
  "a review that ends with the status %j did not pass",
  async (status) => {
    const turn = { id: OURS.turnId, status };
    const end = notification("turn/completed", { threadId: OURS.threadId, turn });
    await withFolder(async (dir) => {
      const steps = [...THREAD_START, ...REVIEW_START, message("Done"), end];
      const { exit, stdout } = await onServer(dir, steps, ["review", "--json"]);
      const review = readLines<Event>(stdout).at(-1)?.["review"];
      expect({ exit, review }).toEqual({
        exit: 5,
        review: expect.objectContaining({ outcome: "error", problem: why(status) }) as object,
      });
    });
  },
);

/** A stored thread with one turn. */
const stored = (status: string): readonly Step[] => [
  asks(1, "thread/read"),
  server({ id: 1, result: { thread: THREAD } }),
  asks(2, "thread/turns/list"),
  server({ id: 2, result: { data: [{ ...STORED, status }], nextCursor: null } }),
];
const THREAD = {
  id: ID,
  preview: "Go",
  createdAt: 1,
  updatedAt: 2,
  cwd: "/workdir",
  source: "cli",
};
const STORED = {
  ...{ id: "turn-1", itemsView: "full", startedAt: 1, completedAt: 2, durationMs: 7 },
  items: [{ type: "agentMessage", id: "raw-1", text: "Done" }],
};

test.concurrent.each(STATUSES)("a stored turn with the status %j failed", async (status) => {
  const show = async (...flags: readonly string[]) =>
    withFolder((dir) => onServer(dir, stored(status), ["threads", "show", ID, ...flags]));
  const [json, text, markdown] = await Promise.all([
    show("--turns", "--json"),
    show("--turns"),
    show("--markdown"),
  ]);
  expect({
    exits: [json.exit, text.exit, markdown.exit],
    events: readLines<Event>(json.stdout).slice(2),
    text: text.stdout.split("\n").slice(-4),
    markdown: markdown.stdout.split("\n").slice(-4),
  }).toEqual({
    exits: [0, 0, 0],
    events: [
      { type: "item.completed", item: ANSWER },
      { type: "error", message: why(status) },
      failed(
        { message: why(status), cause: "protocol", exit: 5 },
        { duration_ms: 7, thread_id: ID, turn_usage: null },
      ),
    ],
    text: [`error: ${why(status)}`, "Done", "✗ failed  exit 5 · 7ms", ""],
    markdown: ["Done", "", `**Failed** (protocol): ${escaped(why(status))}`, ""],
  });
});

const ANSWER = { id: "item_0", type: "agent_message", text: "Done", phase: null };

/** As Markdown writes it. */
const escaped = (text: string): string => text.replaceAll(/[\\[\]]/g, String.raw`\$&`);

/** Runs the program on a script in a repository with something to review. */
async function onServer(dir: string, steps: readonly Step[], args: readonly string[]) {
  execFileSync("git", ["init", "-q"], { cwd: dir });
  await writeFile(join(dir, "a.txt"), "a\n");
  const script = await scriptIn(dir, [{ lenient: true }, ...GREETING, ...steps]);
  const env = { ...script, TURNPIPE_CODEX: PLAYED[1], HOME: dir };
  return runCli(args, { cwd: dir, env });
}
