import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  failed,
  message,
  notification,
  OPENING,
  OURS,
  turnEnds,
  work,
} from "../helpers/conversation.js";
import { PLAYED, type Step } from "../helpers/fixture.js";
import { scriptIn, withFolder } from "../helpers/play.js";
import { startOnTerminal } from "../helpers/run-cli.js";

/** A turn that is told to stop, and does. */
const INTERRUPTED: readonly Step[] = [
  { from: "client", message: { id: 3, method: "turn/interrupt" } },
  { from: "server", message: { id: 3, result: {} } },
  turnEnds("interrupted"),
];

const COMMAND = notification("item/completed", {
  ...OURS,
  item: { type: "commandExecution", id: "call", command: "make half", status: "completed" },
});

test.each([
  ["all of it goes to the terminal", []],
  ["lines for programs go there", ["--json"]],
])("a terminal that vanishes ends the turn in order when %s", async (_, args) => {
  await withFolder(async (cwd) => {
    const env = await scriptIn(cwd, [...OPENING, message("Half"), COMMAND, ...INTERRUPTED]);
    const flags = ["run", "Go", ...args, ...PLAYED, "--result", "result.json"];
    const running = startOnTerminal(flags, { cwd, env });
    await running.shows(/make half/);
    running.hangUp();
    const { left } = await running.done;
    const result = JSON.parse(await readFile(join(cwd, "result.json"), "utf8")) as object;
    const told = (await readFile(join(cwd, "heard.jsonl"), "utf8")).includes("turn/interrupt");
    expect({ left, result, told }).toEqual({
      left: [],
      result: {
        ...failed({ message: "stopped by SIGHUP", cause: "hangup", exit: 129 }),
        ...{ duration_ms: 7, final_message: "Half", ...work({ commands_ok: 1 }) },
      },
      told: true,
    });
  });
});
