import { expect, test } from "vitest";

import { departures } from "../helpers/differential.js";

const line = (value: unknown): string => JSON.stringify(value);
const MESSAGE = {
  type: "item.completed",
  item: { id: "item_0", type: "agent_message", text: "Hi" },
};

test("lines that only add what the contract adds are no departure", () => {
  const theirs = [line({ type: "turn.started" }), line(MESSAGE)];
  const ours = [
    line({ type: "turn.started" }),
    line({ ...MESSAGE, item: { ...MESSAGE.item, phase: null, duration_ms: 3 } }),
  ];
  expect(departures(theirs, ours)).toEqual([]);
});

test.each([
  [
    "a missing line",
    [MESSAGE, MESSAGE],
    [MESSAGE],
    [
      "lines: 2 of theirs, 1 of ours",
      "line 1: fields  instead of type,item",
      'line 1.type: nothing instead of "item.completed"',
      `line 1.item: nothing instead of ${line(MESSAGE.item)}`,
    ],
  ],
  [
    "another value",
    [MESSAGE],
    [{ ...MESSAGE, item: { ...MESSAGE.item, text: "Ho" } }],
    ['line 0.item.text: "Ho" instead of "Hi"'],
  ],
  [
    "another order",
    [{ type: "error", message: "m" }],
    [{ message: "m", type: "error" }],
    ["line 0: fields message,type instead of type,message"],
  ],
  [
    "an addition nobody promised",
    [{ type: "turn.started" }],
    [{ type: "turn.started", at: 1 }],
    ["line 0: added at"],
  ],
])("%s is a departure", (_name, theirs, ours, expected) => {
  expect(departures(theirs.map(line), ours.map(line))).toEqual(expected);
});
