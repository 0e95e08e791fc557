import { expect, test } from "vitest";

import { jsonDepth } from "../../src/text/json-depth.js";

test.each<[string, number]>([
  ["5", 0],
  ["[]", 1],
  ['{"a":[{}],"b":[]}', 3],
  ['"[[[["', 0],
  [String.raw`["\"[[","\\",[0]]`, 2],
  ["[".repeat(1_000_000), 1_000_000],
])("%s", (text, depth) => {
  expect(jsonDepth(text)).toBe(depth);
});
