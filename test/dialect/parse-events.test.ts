import { expect, test } from "vitest";

import { InvalidEventLine, parseEvents } from "../../src/dialect/parse-events.js";

const STARTED = '{"type":"turn.started"}';
const ERROR = '{"type":"error","message":"größer"}';
const EVENTS = [{ type: "turn.started" }, { type: "error", message: "größer" }];

async function all(...args: Parameters<typeof parseEvents>): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of parseEvents(...args)) events.push(event);
  return events;
}

/** What was read before the line that is no event, and what is wrong with it. */
async function until(...args: Parameters<typeof parseEvents>): Promise<unknown> {
  const events: unknown[] = [];
  try {
    for await (const event of parseEvents(...args)) events.push(event);
  } catch (error) {
    if (!(error instanceof InvalidEventLine)) throw error;
    return { events, line: error.line, message: error.message };
  }
  return { events };
}

test("events are read from text, bytes and chunks of either, wherever they are cut", async () => {
  const text = `${STARTED}\r\n\n${ERROR}\n`;
  const bytes = new TextEncoder().encode(text);
  const each = [...bytes].map((byte) => Uint8Array.of(byte));
  const stream = new Blob([bytes]).stream();
  const read = await Promise.all(
    [text, bytes, text.split(""), each, stream].map((input) => all(input)),
  );
  expect(read).toEqual([EVENTS, EVENTS, EVENTS, EVENTS, EVENTS]);
});

test("the last line needs no line break, and no line is no event", async () => {
  expect([await all(STARTED), await all(""), await all([])]).toEqual([
    [{ type: "turn.started" }],
    [],
    [],
  ]);
});

test("types, items and values of a later version are unknown events, its new fields stay", async () => {
  const later = [
    { type: "turn.paused", for_ms: 3 },
    { type: "item.completed", item: { id: "item_0", type: "hologram" } },
    { type: "item.delta", raw_id: "r", item_type: "hologram", delta: "d" },
    { type: "error", message: "m", code: 7 },
  ];
  const [paused, item, delta, error] = later;
  expect(await all(later.map((event) => `${JSON.stringify(event)}\n`))).toEqual([
    { type: "unknown", event: paused },
    { type: "unknown", event: item },
    { type: "unknown", event: delta },
    error,
  ]);
});

test.each<[name: string, line: string, problem: string]>([
  ["not JSON", "oops", "not JSON"],
  ["cut off", '{"type":"turn.st', "not JSON"],
  ["not an object", "[1]", "not an object with a type"],
  ["without a type", "{}", "not an object with a type"],
  [
    "of a known type with a wrong field",
    '{"type":"error","message":3}',
    "not an event: ✖ Invalid input: expected string, received number\n  → at message",
  ],
])("a line that is %s is an error with its number, after the events before it", async (...row) => {
  const [, line, problem] = row;
  expect(await until(`${STARTED}\n${line}`)).toEqual({
    events: [{ type: "turn.started" }],
    line: 2,
    message: `line 2: ${problem}`,
  });
});

test("a line over the limit is an error, even if it never ends", async () => {
  let chunks = 0;
  const endless = function* (): Generator<string> {
    for (;;) {
      chunks++;
      yield "x".repeat(10);
    }
  };
  const tooLong = { events: [], line: 1, message: "line 1: longer than 25 characters" };
  expect([
    await until(endless(), { maxLineLength: 25 }),
    chunks,
    await until(`${"x".repeat(26)}\n`, { maxLineLength: 25 }),
    await all(`${STARTED}\n${STARTED}\n`, { maxLineLength: 25 }),
  ]).toEqual([tooLong, 3, tooLong, [{ type: "turn.started" }, { type: "turn.started" }]]);
});

test("a reader that stops early ends the input", async () => {
  let isEnded = false;
  const input = function* (): Generator<string> {
    try {
      for (;;) yield `${STARTED}\n`;
    } finally {
      isEnded = true;
    }
  };
  const events = parseEvents(input());
  const first = await events.next();
  await events.return();
  expect({ first, isEnded }).toEqual({
    first: { done: false, value: { type: "turn.started" } },
    isEnded: true,
  });
});
