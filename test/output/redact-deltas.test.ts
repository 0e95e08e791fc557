import { expect, test } from "vitest";

import type { ThreadEvent } from "../../src/dialect/events.js";
import { redactDeltas } from "../../src/output/redact-deltas.js";
import { Redactor } from "../../src/redact/redactor.js";

const SECRETS = new Redactor({ A_TOKEN: "sk-123456" });

const delta = (text: string, raw_id = "m"): ThreadEvent => ({
  type: "item.delta",
  raw_id,
  item_type: "agent_message",
  delta: text,
});
const raw = (method: string, params: unknown): ThreadEvent => ({ type: "raw", method, params });
const whole = (raw_id: string): ThreadEvent => ({
  type: "item.completed",
  item: { id: "item_0", type: "agent_message", text: "", phase: null, raw_id },
});
const passed = (events: readonly ThreadEvent[]): ThreadEvent[] =>
  events.flatMap(redactDeltas(SECRETS));

test("a secret in two pieces is hidden in the second", () => {
  expect(passed([delta("the key: sk-1"), delta("23456, keep it")])).toEqual([
    delta("the key: "),
    delta("[redacted], keep it"),
  ]);
});

test("a secret letter by letter is one event", () => {
  expect(passed(Array.from("sk-123456!", (letter) => delta(letter)))).toEqual([
    delta("[redacted]"),
    delta("!"),
  ]);
});

test("what turns out to be none comes with what follows", () => {
  expect(passed([delta("sk-"), delta("y is blue.")])).toEqual([delta("sk-y is blue.")]);
});

test("what is still held comes before its item is whole, and before no other", () => {
  const other = whole("other");
  expect(passed([delta("a sk-1"), delta("b", "n"), other, whole("m")])).toEqual([
    delta("a "),
    delta("b", "n"),
    other,
    delta("sk-1"),
    whole("m"),
  ]);
});

test("the texts of two items are not mixed", () => {
  expect(passed([delta("sk-1", "m"), delta("23456.", "n"), whole("m")])).toEqual([
    delta("23456.", "n"),
    delta("sk-1", "m"),
    whole("m"),
  ]);
});

test("raw pieces are held in the same way, each kind for itself", () => {
  const piece = (text: string) => raw("item/x/delta", { itemId: "m", delta: text, n: 1 });
  const done = raw("item/completed", { item: { id: "m" } });
  expect(passed([piece("sk-12"), piece("3456"), piece("sk"), done])).toEqual([
    piece("[redacted]"),
    piece("sk"),
    done,
  ]);
});

test("at the end of a turn nothing is held any more", () => {
  const end = { type: "turn.failed" } as ThreadEvent;
  expect(passed([delta("sk-"), end])).toEqual([delta("sk-"), end]);
});

test("other events pass as they are", () => {
  const events: ThreadEvent[] = [
    { type: "turn.started" },
    raw("x", null),
    raw("x", { delta: 1, itemId: "m" }),
    raw("item/started", { item: { id: "m", text: "sk-" } }),
    raw("item/fileChange/patchUpdated", { itemId: "m", changes: [{ diff: "sk-" }] }),
  ];
  expect(passed(events)).toEqual(events);
});

test("pieces of a kind that nobody knows are held, too, and come before the end", () => {
  const piece = (text: string) => raw("thing/newDelta", { thingId: 7, parts: [{ text }] });
  const end = { type: "turn.failed" } as ThreadEvent;
  expect(passed([piece("sk-1"), piece("23456 sk"), end])).toEqual([
    piece("[redacted] "),
    piece("sk"),
    end,
  ]);
});

test("pieces in base64 are looked at as what they stand for", () => {
  const piece = (text: string) =>
    raw("command/exec/outputDelta", {
      processId: "p",
      stream: "stdout",
      deltaBase64: Buffer.from(text).toString("base64"),
    });
  const end = { type: "turn.failed" } as ThreadEvent;
  expect(passed([piece("sk-1"), piece("23456."), piece("\n"), end])).toEqual([
    piece("[redacted]."),
    piece("\n"),
    end,
  ]);
});
