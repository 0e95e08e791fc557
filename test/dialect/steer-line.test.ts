import { expect, test } from "vitest";

import type { SteerLine } from "../../src/dialect/steer-line.js";
import { parseSteerLine } from "../../src/dialect/steer-line.js";

const wrong = (problem: string): SteerLine => ({ text: null, problem });

test.each<[what: string, line: string, read: SteerLine]>([
  ["a text", '{"text":"stop"}', { text: "stop" }],
  ["a text among other things", '{"id":7,"text":"stop","by":{"a":[]}}', { text: "stop" }],
  ["space around a text is part of it", '{"text":" stop\\n"}', { text: " stop\n" }],
  ["a text in any language", '{"text":"\\u00e4 🧭"}', { text: "ä 🧭" }],
  ["the last of two texts", '{"text":"a","text":"b"}', { text: "b" }],
  ["words without JSON", "stop", wrong("not JSON: stop")],
  ["half a line", '{"text":"st', wrong('not JSON: {"text":"st')],
  [
    "two values on one line",
    '{"text":"a"} {"text":"b"}',
    wrong('not JSON: {"text":"a"} {"text":"b"}'),
  ],
  ["no text at all", '{"txt":"stop"}', wrong('no "text" in {"txt":"stop"}')],
  ["a text that is a number", '{"text":7}', wrong('no "text" in {"text":7}')],
  ["a text that is null", '{"text":null}', wrong('no "text" in {"text":null}')],
  ["a bare string", '"stop"', wrong('no "text" in "stop"')],
  ["a list", '["stop"]', wrong('no "text" in ["stop"]')],
  ["null", "null", wrong('no "text" in null')],
  ["a number", "7", wrong('no "text" in 7')],
  ["an empty text", '{"text":""}', wrong("the text is empty")],
  ["a text of nothing but space", '{"text":" \\n\\t"}', wrong("the text is empty")],
  ["a long line, shown in part", "x".repeat(300), wrong(`not JSON: ${"x".repeat(200)}`)],
  [
    "a long value, shown in part",
    JSON.stringify({ words: "x".repeat(300) }),
    wrong(`no "text" in {"words":"${"x".repeat(190)}`),
  ],
])("a line is read, or why not is said: %s", (_, line, read) => {
  expect(parseSteerLine(line)).toEqual(read);
});
