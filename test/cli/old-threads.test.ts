import { expect, test } from "vitest";

import { PLAYED, readLines, type Event, type Step } from "../helpers/fixture.js";
import { server } from "../helpers/conversation.js";
import { scriptIn, withFolder } from "../helpers/play.js";
import { runCli } from "../helpers/run-in-process.js";

const ID = "01999999-0000-7000-8000-000000000000";
const MISSING =
  "warning: commands are missing below: this codex, or the one that began the thread, does not store them\n";
const asks = (id: number, method: string): Step => ({ from: "client", message: { id, method } });

/** A server that has one thread with one turn. */
const stored = (thread: object): readonly Step[] => [
  asks(0, "initialize"),
  server({ id: 0, result: { userAgent: "codex_exec/0.166.0" } }),
  { from: "client", message: { method: "initialized" } },
  asks(1, "thread/read"),
  server({ id: 1, result: { thread: { id: ID, preview: "Go", ...thread } } }),
  asks(2, "thread/turns/list"),
  server({ id: 2, result: { data: [{ id: "u-1", status: "completed", items: [] }] } }),
];

test.each([
  [{}, MISSING],
  [{ historyMode: "legacy" }, MISSING],
  [{ historyMode: "paginated" }, ""],
])("the turns of a thread are known to lack commands: %j", async (thread, stderr) => {
  const args = ["threads", "show", ID, "--turns", "--json", "--codex", PLAYED[1]];
  const shown = await withFolder(async (cwd) =>
    runCli(args, { cwd, env: await scriptIn(cwd, stored(thread)) }),
  );
  const events = readLines<Event>(shown.stdout).map(({ type }) => type);
  expect({ exit: shown.exit, events, stderr: shown.stderr, left: shown.left }).toEqual({
    exit: 0,
    events: ["thread.started", "turn.started", "turn.completed"],
    stderr,
    left: [],
  });
});
