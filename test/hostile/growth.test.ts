import { expect, test } from "vitest";

import { SURFACES } from "../fuzz/growth-surfaces.js";

/** These make many texts, or many rows, of one. */
const MANY = new Set(["narrator", "transcript", "approvalPrompt"]);
const UNITS = ["\n", " ", "\t", "\r", "`", "{", "**", "\x1b]", "\x1b[", "\n:", "##", "\u2028"];

test.each(Object.entries(SURFACES))("%s gets through 100,000 signs of a kind", (name, use) => {
  const size = MANY.has(name) ? 2_000 : 100_000;
  const done = UNITS.map((unit) => {
    use(unit.repeat(size / unit.length));
    return unit;
  });
  expect(done).toEqual(UNITS);
});
