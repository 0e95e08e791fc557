import { expect, test } from "vitest";

import { isoTime } from "../../src/translate/iso-time.js";

test.each([
  [0, "1970-01-01T00:00:00.000Z"],
  [1.5, "1970-01-01T00:00:01.500Z"],
  [-1, "1969-12-31T23:59:59.000Z"],
  [2_000_000_000, "2033-05-18T03:33:20.000Z"],
  [253_402_300_799, "9999-12-31T23:59:59.000Z"],
])("%d seconds are %s", (seconds, iso) => {
  expect(isoTime(seconds)).toBe(iso);
});

test.each([null, undefined, NaN, Infinity, -Infinity, 1e20])("%s is no time", (seconds) => {
  expect(isoTime(seconds)).toBeNull();
});

// ISO 8601 as our schemas have it knows four digits: "+010000-…" would be a line nobody can read.
test.each([253_402_300_800, 1_794_819_174_000, -62_167_219_201])(
  "%d seconds are beyond what the schema allows, and so no time",
  (seconds) => {
    expect(isoTime(seconds)).toBeNull();
  },
);
