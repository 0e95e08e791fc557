import { expect, test } from "vitest";

import { differences } from "./differences.js";

test("values that are the same have no differences", () => {
  expect(differences({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
});

test("a difference names the place, and both values", () => {
  const theirs = { turn: { usage: { input: 1 } }, items: ["a", "b"], kind: {} };
  const ours = { turn: { usage: null }, items: ["a", "c", "d"], kind: [] };
  expect(differences(theirs, ours)).toEqual([
    'turn.usage: null instead of {"input":1}',
    'items.1: "c" instead of "b"',
    'items.2: "d" instead of nothing',
    "kind: [] instead of {}",
  ]);
});

test("of long texts, the part around the first difference is shown", () => {
  const same = "x".repeat(1_000);
  expect(differences(`${same}a`, `${same}b`)).toEqual([
    `all: …"${"x".repeat(40)}b" instead of …"${"x".repeat(40)}a"`,
  ]);
});
