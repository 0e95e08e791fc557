import { expect, test } from "vitest";

import { codexEvent } from "../../src/codex-output/codex-event.js";
import type { ThreadEvent } from "../../src/dialect/events.js";
import type { ThreadItem } from "../../src/dialect/items.js";
import { turnCompleted } from "../../src/translate/terminal-event.js";
import { Translator } from "../../src/translate/translator.js";
import { NO_USAGE } from "../helpers/conversation.js";

const END = {
  ...new Translator(new Set()).snapshot(),
  status: "completed",
  failure: null,
  usage: null,
} as const;

const completed = (item: ThreadItem): ThreadEvent => ({ type: "item.completed", item });

test.each<[ThreadEvent, object]>([
  [
    completed({ id: "i", type: "agent_message", text: "t", phase: "final", duration_ms: 3 }),
    { type: "item.completed", item: { id: "i", type: "agent_message", text: "t" } },
  ],
  [
    completed({
      id: "i",
      type: "file_change",
      changes: [{ path: "a", kind: "update", move_path: "b", diff: "d" }],
      status: "completed",
      raw_id: "r",
    }),
    {
      type: "item.completed",
      item: {
        id: "i",
        type: "file_change",
        changes: [{ path: "a", kind: "update" }],
        status: "completed",
      },
    },
  ],
  [
    completed({
      id: "i",
      type: "mcp_tool_call",
      server: "s",
      tool: "t",
      arguments: { duration_ms: 1, raw_id: null },
      result: { content: [{ phase: 1 }], structured_content: null },
      error: null,
      status: "completed",
      duration_ms: 3,
    }),
    {
      type: "item.completed",
      item: {
        id: "i",
        type: "mcp_tool_call",
        server: "s",
        tool: "t",
        arguments: { duration_ms: 1, raw_id: null },
        result: { content: [{ phase: 1 }], structured_content: null },
        error: null,
        status: "completed",
      },
    },
  ],
  [{ type: "turn.started", prompt: "p" }, { type: "turn.started" }],
])("an event keeps codex's fields, in their order: %#", (event, expected) => {
  expect(JSON.stringify(codexEvent(event))).toBe(JSON.stringify(expected));
});

test("an event and an item that codex does not have are left out", () => {
  expect([
    codexEvent({ type: "turn.diff", diff: "d" }),
    codexEvent({ type: "raw", method: "constructor", params: {} }),
    codexEvent(completed({ id: "i", type: "unknown", raw: 1 })),
  ]).toEqual([undefined, undefined, undefined]);
});

test("usage that is not known is zeros, as codex prints them", () => {
  const ends = turnCompleted(
    END,
    { threadId: "t", turnId: "u" },
    { cause: "completed", problem: null },
  );
  expect(codexEvent(ends)).toEqual({
    type: "turn.completed",
    usage: NO_USAGE,
  });
});
