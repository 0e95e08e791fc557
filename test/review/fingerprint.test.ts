import { describe, expect, test } from "vitest";

import { fingerprintOf } from "../../src/review/fingerprint.js";

const MARKS = {
  file: "src/a.ts",
  title: "Don't divide by zero",
  code: ["  if (x) {", "    y = 1 / x;"],
};
type Marks = Parameters<typeof fingerprintOf>[0];

test("a fingerprint is the same on every machine and in every version", () => {
  expect(fingerprintOf(MARKS)).toBe("b503eca6fc89b13b");
});

describe("a fingerprint does not change with", () => {
  test.each<[string, Partial<Marks>]>([
    ["indentation", { code: ["if (x) {", "\ty = 1 / x;"] }],
    ["trailing space", { code: ["  if (x) {  ", "    y = 1 / x;\t"] }],
    ["Windows ends of lines", { code: ["  if (x) {\r", "    y = 1 / x;\r"] }],
    ["letter case in the title", { title: "DON'T Divide By Zero" }],
    ["punctuation in the title", { title: "Don’t: divide-by `zero`!" }],
    ["space in the title", { title: "  Don't  divide by zero " }],
  ])("%s", (_, other) => {
    expect(fingerprintOf({ ...MARKS, ...other })).toBe(fingerprintOf(MARKS));
  });

  test("the way an accent is written", () => {
    const [one, other] = ["Größe prüfen", "Größe prüfen".normalize("NFD")];
    expect(fingerprintOf({ ...MARKS, title: other })).toBe(fingerprintOf({ ...MARKS, title: one }));
  });
});

test("a fingerprint is another for another file, title or code", () => {
  const others: Partial<Marks>[] = [
    {},
    { file: "src/b.ts" },
    { file: "src/A.ts" },
    { title: "Don't divide by one" },
    { title: "零で割らない" },
    { title: "!!!" },
    { title: "???" },
    { code: [] },
    { code: [""] },
    { code: ["if (x) {"] },
    { code: ["y = 1 / x;", "if (x) {"] },
    { code: ["if (x) {y = 1 / x;"] },
    { code: ["if (x) {", "y = 1 / X;"] },
    { code: ["if (x) {", "y = 1/x;"] },
    { code: ["if (x) {", "y = 1 / x;", ""] },
  ];
  const prints = others.map((other) => fingerprintOf({ ...MARKS, ...other }));
  expect(new Set(prints).size).toBe(others.length);
  expect(prints.filter((print) => !/^[0-9a-f]{16}$/.test(print))).toEqual([]);
});
