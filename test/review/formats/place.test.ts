import { expect, test } from "vitest";

import { findingLines, placeOf, repositoryPath } from "../../../src/review/formats/place.js";

const at = (file: string, start_line: number, end_line: number) => ({ file, start_line, end_line });

test.each([
  [at("a.ts", 12, 14), { begin: 12, end: 14 }, "a.ts:12-14"],
  [at("a.ts", 12, 12), { begin: 12, end: 12 }, "a.ts:12"],
  [at("a.ts", 9, 2), { begin: 9, end: 9 }, "a.ts:9"],
  [at("a.ts", 0, 0), undefined, "a.ts"],
  [at("a.ts", -3, 5), undefined, "a.ts"],
  [at("a\n\u{1B}[1mb.ts", 1, 1), { begin: 1, end: 1 }, "a b.ts:1"],
  [at("", 0, 0), undefined, "(no file)"],
])("%j is at its lines, if it has any", (finding, lines, place) => {
  expect({ lines: findingLines(finding), place: placeOf(finding) }).toEqual({ lines, place });
});

test.each([
  ["src/a.ts", "src/a.ts"],
  ["./src/a.ts", "src/a.ts"],
  ["src/..a/b...ts", "src/..a/b...ts"],
  [".", "."],
  ["./", "."],
  ["/home/someone/a.ts", "outside-the-repository/a.ts"],
  ["C:\\Users\\someone\\a.ts", "outside-the-repository/a.ts"],
  ["\\\\server\\share\\a.ts", "outside-the-repository/a.ts"],
  ["file:///home/someone/a.ts", "outside-the-repository/a.ts"],
  ["~/a.ts", "outside-the-repository/a.ts"],
  ["../other/a.ts", "outside-the-repository/a.ts"],
  ["src/../../a.ts", "outside-the-repository/a.ts"],
  ["/", "outside-the-repository/unknown"],
  ["", "outside-the-repository/unknown"],
])("%j is %j for a program that knows only the repository", (file, path) => {
  expect(repositoryPath(file)).toBe(path);
});
