import { expect, test } from "vitest";
import { split } from "../../src/demo/split.js";

test.each([
  ["abcdef", 3, ["ab", "cd", "ef"]],
  ["abc", 1, ["abc"]],
  ["ab", 4, ["", "a", "", "b"]],
  ["", 2, ["", ""]],
  ["a😀b", 2, ["a", "😀b"]],
  ["😀😀", 4, ["", "😀", "", "😀"]],
])("%j in %i pieces keeps every character whole", (text, pieces, expected) => {
  expect(split(text, pieces)).toEqual(expected);
});
