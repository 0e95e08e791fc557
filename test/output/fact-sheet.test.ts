import { expect, test } from "vitest";

import { createPaint } from "../../src/output/colour.js";
import { factSheet } from "../../src/output/fact-sheet.js";

const plain = createPaint(false);

test("values stand below each other, whatever the length of their names", () => {
  const facts = [
    ["id", "t-1"],
    ["directory", "/repo"],
  ] as const;
  expect(factSheet(facts, plain)).toBe("id         t-1\ndirectory  /repo\n");
});

test("what is not known is left out, and takes no room", () => {
  const facts = [
    ["id", "t-1"],
    ["a name that nobody needs", null],
    ["nor this", ""],
  ] as const;
  expect(factSheet(facts, plain)).toBe("id  t-1\n");
});

test("nothing known is nothing said", () => {
  expect(factSheet([["id", null]], plain)).toBe("");
});

test("a value stays on its line and cannot steer the terminal", () => {
  const value = "one\n\ttwo\r\n\x1b]0;title\x07three \x1b[2J\x1b[31mred\x1b[0m \u{202E}drow";
  expect(factSheet([["prompt", value]], plain)).toBe("prompt  one two three red \u{FFFD}drow\n");
});

test("names are dimmed, values are not", () => {
  expect(
    factSheet(
      [
        ["id", "t"],
        ["name", "n"],
      ],
      createPaint(true),
    ),
  ).toBe("\x1b[2mid  \x1b[22m  t\n\x1b[2mname\x1b[22m  n\n");
});

test("a value of spaces says nothing", () => {
  expect(
    factSheet(
      [
        ["id", "t-1"],
        ["name", " \n "],
      ],
      plain,
    ),
  ).toBe("id  t-1\n");
});

test("a long value is whole, or says that it is cut", () => {
  const value = "a-long-name/".repeat(300);
  const sheet = factSheet([["stored in", value]], plain);
  expect(sheet === `stored in  ${value}\n` || sheet.endsWith("…\n")).toBe(true);
});
