import { expect, test } from "vitest";
import { fillIn } from "../../src/demo/placeholders.js";

test("names are replaced wherever a text has them, and a lone name becomes the value itself", () => {
  const value = { a: "{dir}/x and {dir}", b: ["{count}", 2, null], c: { d: "{other} {count}" } };
  expect(fillIn(value, { dir: "/tmp/$&", count: 7 })).toEqual({
    a: "/tmp/$&/x and /tmp/$&",
    b: [7, 2, null],
    c: { d: "{other} 7" },
  });
});
