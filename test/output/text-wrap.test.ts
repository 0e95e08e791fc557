import { expect, test } from "vitest";

import wrapText from "../../src/output/text-wrap.js";

test.each([
  ["a short text as it is", "one two", 10, ["one two"]],
  ["at the last space that fits", "one two three", 9, ["one two", "three"]],
  ["a row filled to the brim", "abc def", 3, ["abc", "def"]],
  ["with lines kept apart", "one\ntwo\r\n\nfour", 10, ["one", "two", "", "four"]],
  ["with inner spaces kept and outer ones dropped", "  a  b  ", 10, ["a  b"]],
  ["only blanks to nothing", "    ", 3, [""]],
  ["without a row for blanks at the end of a full one", "abc  ", 3, ["abc"]],
  ["a long word to a row of its own, uncut", "a bcdefgh i", 4, ["a", "bcdefgh", "i"]],
  ["a long word in the first row, uncut", "abcdefgh i", 4, ["abcdefgh", "i"]],
])("wraps %s", (_what, text, width, rows) => {
  expect(wrapText(text, width).split("\n")).toEqual(rows);
});

test.each([
  ["a long word", "abcdefgh", 3, ["abc", "def", "gh"]],
  ["a long word from the current row when that costs no cut", "a bcdefg", 4, ["a bc", "defg"]],
  ["a long word from a fresh row when that saves a cut", "ab cdefghij", 4, ["ab", "cdef", "ghij"]],
  ["wide characters by columns", "日本語", 4, ["日本", "語"]],
  ["no emoji sequence", "👍🏽👍🏽", 3, ["👍🏽", "👍🏽"]],
  ["after a character wider than the row all the same", "日本", 1, ["日", "本"]],
  ["to at least one column", "ab", 0, ["a", "b"]],
])("cuts, for yargs, %s", (_what, text, width, rows) => {
  expect(wrapText(text, width, { hard: true }).split("\n")).toEqual(rows);
});

test("closes a colour at the end of a row and opens it again on the next", () => {
  expect(wrapText("\u{1B}[31mone two\u{1B}[39m end", 5)).toBe(
    "\u{1B}[31mone\u{1B}[0m\n\u{1B}[31mtwo\u{1B}[39m\nend",
  );
});

test("never cuts a style code in two", () => {
  expect(wrapText("\u{1B}[1;31mabcd\u{1B}[0m", 2, { hard: true })).toBe(
    "\u{1B}[1;31mab\u{1B}[0m\n\u{1B}[1;31mcd\u{1B}[0m",
  );
});
