import { describe, expect, test } from "vitest";

import { Translator } from "../../src/translate/translator.js";
import type { ServerNotification } from "../../src/protocol/notifications.js";
import { NO_WORK } from "../helpers/conversation.js";
import * as sample from "./notifications.js";

const { command, completed, ended, endOf, message, notification, started } = sample;

const EROFS = "Read-only file system";
const PATCH_OUTPUT = "custom_tool_call_output";

const call = (status: string) => ({ type: "mcpToolCall", id: "m", server: "s", tool: "t", status });
const change = (status: string, ...paths: string[]) => ({
  type: "fileChange",
  id: "f",
  status,
  changes: paths.map((path) => ({ path, kind: { type: "update" } })),
});

/** What a turn did whose items completed like this. */
const workOf = (...items: object[]) => endOf(...items.map(completed), ended())?.work;

test.each<[string, object[], Partial<typeof NO_WORK>]>([
  ["nothing", [], {}],
  [
    "commands",
    ["completed", "completed", "failed", "declined", "interrupted", "inProgress"].map((status) =>
      command({ status }),
    ),
    { commands_ok: 2, commands_failed: 2, declined: 1 },
  ],
  ["tool calls", ["completed", "failed", "failed"].map(call), { mcp_failed: 2 }],
  [
    "changed files, each once",
    [change("completed", "/r/a", "/r/b"), change("completed", "/r/a", "/r/c")],
    { files_changed: 3 },
  ],
  [
    "changes that were not made",
    [change("failed", "/r/a"), change("declined", "/r/b"), change("inProgress", "/r/c")],
    { declined: 1 },
  ],
  [
    "items newer than us, but not the silent ones",
    [{ type: "brandNewThing", id: "x" }, { type: "userMessage", id: "u" }, { type: "sleep" }],
    { unknown_items: 1 },
  ],
  ["items we cannot read", [{ type: "commandExecution", id: "c" }], { unknown_items: 1 }],
])("%s are counted", (_, items, expected) => {
  expect(workOf(...items)).toEqual({ ...NO_WORK, ...expected });
});

/** What a tool answered the model, as the server passes it on. */
const answered = (call_id: string, output: unknown, type = "function_call_output") =>
  notification("rawResponseItem/completed", { item: { type, call_id, output } });

test.each<[string, number, ServerNotification[]]>([
  [
    "a patch that codex rejects",
    1,
    [answered("p", "patch rejected: writing is blocked by read-only sandbox", PATCH_OUTPUT)],
  ],
  ["a command that is reported in no other way", 1, [answered("c", `bash: a: ${EROFS}\n`)]],
  ["a program with its own words", 1, [answered("c", `OSError: [Errno 30] ${EROFS}: 'x'`)]],
  ["several parts", 1, [answered("c", [{ text: `touch: a: ${EROFS}` }, null])]],
  [
    "an item and the output of the same call, once",
    1,
    [
      completed(command({ aggregatedOutput: `touch: a: ${EROFS}\nok\n` })),
      answered("call_1", `touch: a: ${EROFS}\nok\n`),
    ],
  ],
  ["text that only mentions the error", 0, [answered("c", `grep: "${EROFS}"`)]],
  ["what the model says", 0, [message("m", `It failed: ${EROFS}`)]],
])("in a read-only sandbox the blocked writes are counted: %s", (_, count, notifications) => {
  const counts = [true, false].map((isReadOnly) => {
    const translator = new Translator(new Set());
    if (isReadOnly) translator.sandboxIsReadOnly();
    for (const each of notifications) translator.translate(each);
    return translator.snapshot().work.writes_blocked;
  });
  expect(counts).toEqual([count, 0]);
});

test("hooks are counted, and those that failed", () => {
  const ran = (status: string) => notification("hook/completed", { run: { status } });
  const work = endOf(...["completed", "blocked", "failed", "stopped"].map(ran), ended())?.work;
  expect(work).toEqual({ ...NO_WORK, hooks_run: 4, hooks_failed: 1 });
});

describe("what is counted", () => {
  test("is what completed, not what started", () => {
    expect(endOf(started(command()), started(call("failed")), ended())?.work).toEqual(NO_WORK);
  });

  test("has the dialect's order", () => {
    expect(JSON.stringify(workOf())).toBe(JSON.stringify(NO_WORK));
  });

  test("can be asked for before the end, and counts what was turned down once", () => {
    const translator = new Translator(new Set());
    translator.translate(completed(command()));
    const then = translator.snapshot().work;
    translator.translate(completed(command()));
    translator.declined("c9");
    translator.declined("c9");
    expect([then, translator.snapshot().work]).toEqual([
      { ...NO_WORK, commands_ok: 1 },
      { ...NO_WORK, commands_ok: 2, declined: 1 },
    ]);
  });
});
