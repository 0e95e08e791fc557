import { expect, test } from "vitest";

import { parsePercent } from "../../../commands/cli/percent.js";
import { complaint } from "../../helpers/git-repository.js";

test.each([
  ["15", 15],
  ["15%", 15],
  [" 15% ", 15],
  ["12.5%", 12.5],
  ["0", 0],
  ["0%", 0],
  ["0.01", 0.01],
  ["100", 100],
  ["100.0%", 100],
  ["007%", 7],
])("%j is %d", (word, percent) => {
  expect(parsePercent("--min-quota", word)).toBe(percent);
});

test.each([
  "",
  " ",
  "%",
  "-1",
  "+1",
  "101",
  "100.1%",
  "15 %",
  "15%%",
  "1e1",
  "0x10",
  ".5",
  "5.",
  "1,5",
  "fifteen",
  "NaN",
  "Infinity",
  "٣%",
])("%j is no share", (word) => {
  expect(complaint(() => parsePercent("--min-quota", word))).toEqual({
    kind: "usage",
    message: `--min-quota ${word}: expected a percentage from 0% to 100%`,
    hint: "for example: --min-quota 15%",
  });
});

test("the flag in the complaint is the one that was given", () => {
  expect(complaint(() => parsePercent("--min", "x"))).toEqual({
    kind: "usage",
    message: "--min x: expected a percentage from 0% to 100%",
    hint: "for example: --min 15%",
  });
});
