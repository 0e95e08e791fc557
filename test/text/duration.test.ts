import { expect, test } from "vitest";

import { parseDuration } from "../../src/text/duration.js";
import { complaint } from "../helpers/git-repository.js";

test.each([
  ["90", 90_000],
  ["90s", 90_000],
  ["500ms", 500],
  ["5m", 300_000],
  ["1h", 3_600_000],
  ["1.5m", 90_000],
  [" 2 s ", 2000],
  ["0.5", 500],
  ["2147483.647", 2_147_483_647],
  ["596h", 2_145_600_000],
])("%j is %i ms", (text, ms) => {
  expect(parseDuration("--timeout", text)).toBe(ms);
});

test.each([
  "",
  " ",
  "0",
  "0s",
  "-1",
  "+1",
  "1e3",
  "1d",
  "s",
  "5 minutes",
  "1,5s",
  ".5s",
  "5M",
  "Infinity",
])("%j is no time", (text) => {
  expect(complaint(() => parseDuration("--timeout", text))).toEqual({
    kind: "usage",
    message: `--timeout ${text}: expected a time, such as 90s or 5m`,
    hint: undefined,
  });
});

test("a time that no timer can wait is refused, instead of being over at once", () => {
  expect(complaint(() => parseDuration("--timeout", "597h"))).toMatchObject({ kind: "usage" });
});

test("the flag in the complaint is the one that was given", () => {
  expect(complaint(() => parseDuration("--idle", "x"))).toMatchObject({
    message: "--idle x: expected a time, such as 90s or 5m",
  });
});
