import { expect, test } from "vitest";

import { nearest } from "../../config/nearest.js";

test.each([
  ["modle", "model"],
  ["sandbx", "sandbox"],
  ["failon", "fail_on"],
  ["colour", "color"],
  ["temperature", undefined],
  ["", undefined],
])("%j was most likely meant as %j", (word, meant) => {
  expect(nearest(word, ["model", "sandbox", "fail_on", "color"])).toBe(meant);
});
