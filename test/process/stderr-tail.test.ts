import { expect, test } from "vitest";

import { stderrTail } from "../../src/process/stderr-tail.js";

test("a silent server has no last words", () => {
  expect(stderrTail().text()).toBe("");
});

test("what was said in pieces is one text, without the space around it", () => {
  const said = stderrTail();
  for (const part of ["\n  one ", "two\nthr", "ee\n\n"]) said.add(Buffer.from(part));
  expect(said.text()).toBe("one two\nthree");
});

test("a character that two pieces share stays whole", () => {
  const said = stderrTail();
  const bytes = Buffer.from("café");
  said.add(bytes.subarray(0, 4));
  said.add(bytes.subarray(4));
  expect(said.text()).toBe("café");
});

test("small pieces, pieces to the brim and pieces over it leave the same 64 KB", () => {
  const text = Array.from({ length: 40_000 }, (_, n) => `${n} `).join("");
  const kept = [1000, 7, 65_536, 65_535, 200_000].map((size) => {
    const said = stderrTail();
    for (let at = 0; at < text.length; at += size) said.add(Buffer.from(text.slice(at, at + size)));
    return said.text();
  });
  expect(new Set(kept)).toEqual(new Set([text.slice(-65_536).trim()]));
});

test("the last 64 KB are kept, however the rest came", () => {
  const said = stderrTail();
  said.add(Buffer.from("a".repeat(70_000)));
  said.add(Buffer.from("b".repeat(1000)));
  said.add(Buffer.from("the end"));
  expect(said.text()).toBe(`${"a".repeat(65_536 - 1007)}${"b".repeat(1000)}the end`);
});
