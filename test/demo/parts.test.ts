import { expect, test } from "vitest";
import { partEvents } from "../../src/demo/parts.js";
import type { Part } from "../../src/demo/scenario.js";

const position = { index: 1, key: "3" };
const events = (part: Part) => partEvents(part, position).map(({ event }) => event);
const done = (item: object) => [{ type: "response.output_item.done", output_index: 1, item }];

test("a text comes in pieces, with a pause before each", () => {
  const item = { type: "message", role: "assistant", id: "msg_3_2", phase: "commentary" };
  const delta = (text: string) => ({
    pauseMs: 5,
    event: {
      type: "response.output_text.delta",
      item_id: "msg_3_2",
      output_index: 1,
      content_index: 0,
      delta: text,
    },
  });
  expect(
    partEvents({ text: "abcd", phase: "commentary", pieces: 2, delay_ms: 5 }, position),
  ).toEqual([
    {
      pauseMs: 0,
      event: {
        type: "response.output_item.added",
        output_index: 1,
        item: { ...item, content: [] },
      },
    },
    delta("ab"),
    delta("cd"),
    {
      pauseMs: 0,
      event: {
        type: "response.output_item.done",
        output_index: 1,
        item: { ...item, content: [{ type: "output_text", text: "abcd" }] },
      },
    },
  ]);
});

test("an unfinished text is never done", () => {
  expect(events({ text: "ab", unfinished: true }).map(({ type }) => type)).toEqual([
    "response.output_item.added",
    "response.output_text.delta",
  ]);
});

test("a repeated text is written out", () => {
  expect(events({ text: { repeat: "ab", times: 3 } }).at(-1)).toEqual({
    type: "response.output_item.done",
    output_index: 1,
    item: {
      type: "message",
      role: "assistant",
      id: "msg_3_2",
      content: [{ type: "output_text", text: "ababab" }],
    },
  });
});

test("reasoning has one summary part per text", () => {
  expect(events({ reasoning: ["one", "two"] })).toEqual([
    {
      type: "response.output_item.added",
      output_index: 1,
      item: { type: "reasoning", id: "rs_3_2", summary: [] },
    },
    ...["one", "two"].flatMap((delta, summary_index) => [
      {
        type: "response.reasoning_summary_part.added",
        item_id: "rs_3_2",
        summary_index,
        part: { type: "summary_text", text: "" },
      },
      {
        type: "response.reasoning_summary_text.delta",
        item_id: "rs_3_2",
        summary_index,
        delta,
      },
    ]),
    ...done({
      type: "reasoning",
      id: "rs_3_2",
      summary: [
        { type: "summary_text", text: "one" },
        { type: "summary_text", text: "two" },
      ],
    }),
  ]);
});

const call = { type: "function_call", id: "fc_3_2", call_id: "call_3_2" };
const custom = {
  type: "custom_tool_call",
  id: "ctc_3_2",
  call_id: "call_3_2",
  status: "completed",
};
const search = { type: "web_search_call", id: "ws_3_2", status: "completed" };
const page = { type: "open_page", url: "https://example.com" };

const cases: { name: string; part: Part; item: object }[] = [
  {
    name: "a command",
    part: { exec: "ls", yield_time_ms: 9 },
    item: { ...call, name: "exec_command", arguments: '{"cmd":"ls","yield_time_ms":9}' },
  },
  {
    name: "a call",
    part: { call: "echo", namespace: "mcp__a", arguments: { x: [1] } },
    item: { ...call, namespace: "mcp__a", name: "echo", arguments: '{"x":[1]}' },
  },
  {
    name: "a patch",
    part: { patch: "*** Begin" },
    item: { ...custom, name: "apply_patch", input: "*** Begin" },
  },
  {
    name: "a code cell",
    part: { code: "exit()" },
    item: { ...custom, namespace: "functions", name: "exec", input: "exit()" },
  },
  {
    name: "a search",
    part: { search: "sun" },
    item: { ...search, action: { type: "search", query: "sun" } },
  },
  { name: "another web action", part: { search: page }, item: { ...search, action: page } },
];

test.each(cases)("$name is one finished item", ({ part, item }) => {
  expect(events(part)).toEqual(done(item));
});

test("a raw event is sent as it is", () => {
  expect(events({ raw: { type: "something.new", x: 1 } })).toEqual([
    { type: "something.new", x: 1 },
  ]);
});
