import { expect, test } from "vitest";

import { stderrTail } from "../../src/process/stderr-tail.js";

test("a silent server has no last words", () => {
  expect(stderrTail().text()).toBe("");
});

test("what was said in pieces is one text, without the space around it", () => {
  const tail = stderrTail();
  for (const part of ["\n  one ", "two\nthr", "ee\n\n"]) tail.add(Buffer.from(part));
  expect(tail.text()).toBe("one two\nthree");
});

test("a character that two pieces share stays whole", () => {
  const tail = stderrTail();
  const bytes = Buffer.from("café");
  tail.add(bytes.subarray(0, 4));
  tail.add(bytes.subarray(4));
  expect(tail.text()).toBe("café");
});

test("small pieces, pieces to the brim and pieces over it leave the same 64 KB", () => {
  const text = Array.from({ length: 40_000 }, (_, n) => `${n} `).join("");
  const kept = [1000, 7, 65_536, 65_535, 200_000].map((size) => {
    const tail = stderrTail();
    for (let at = 0; at < text.length; at += size) tail.add(Buffer.from(text.slice(at, at + size)));
    return tail.text();
  });
  expect(new Set(kept)).toEqual(new Set([text.slice(-65_536).trim()]));
});

test("the last 64 KB are kept, however the rest came", () => {
  const tail = stderrTail();
  tail.add(Buffer.from("a".repeat(70_000)));
  tail.add(Buffer.from("b".repeat(1000)));
  tail.add(Buffer.from("the end"));
  expect(tail.text()).toBe(`${"a".repeat(65_536 - 1007)}${"b".repeat(1000)}the end`);
});
