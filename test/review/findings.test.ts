import { describe, expect, test } from "vitest";

import type { LineRange } from "../../src/review/diff.js";
import type { Finding } from "../../src/review/finding.js";
import { toFindings } from "../../src/review/findings.js";
import { fingerprintOf } from "../../src/review/fingerprint.js";
import type { RawFinding } from "../../src/review/raw-finding.js";

const RAW: RawFinding = {
  title: "Bug",
  body: "It breaks.",
  priority: 1,
  confidence: 0.5,
  path: "/repo/src/a.ts",
  startLine: 2,
  endLine: 3,
};
const FILES: Readonly<Record<string, readonly string[]>> = {
  "src/a.ts": ["one", "two", "three", "four"],
  "src/b.ts": ["two", "three"],
  "empty.ts": [],
};
const CHANGED = new Map<string, LineRange[]>([
  ["src/a.ts", [{ start: 2, end: 4 }]],
  ["src/b.ts", [{ start: 1, end: 9 }]],
  ["gone.ts", []],
]);

test("a finding is placed in the repository", () => {
  expect(found([RAW])).toEqual([
    {
      id: "F1",
      title: "Bug",
      body: "It breaks.",
      priority: 1,
      confidence: 0.5,
      file: "src/a.ts",
      start_line: 2,
      end_line: 3,
      anchored: "on-diff",
      fingerprint: fingerprintOf({ file: "src/a.ts", title: "Bug", code: ["two", "three"] }),
    },
  ]);
});

test("no findings are none", () => {
  expect(found([])).toEqual([]);
});

describe("the path", () => {
  test.each<[string, readonly string[], string]>([
    ["/repo/src/a.ts", ["/repo"], "src/a.ts"],
    ["/repo/src/a.ts", ["/repo/"], "src/a.ts"],
    ["/real/repo/src/a.ts", ["/repo", "/real/repo"], "src/a.ts"],
    ["/repo/./src//x/../a.ts", ["/repo"], "src/a.ts"],
    ["/src/a.ts", ["/"], "src/a.ts"],
    ["src/a.ts", ["/repo"], "src/a.ts"],
    ["./src/a.ts", ["/repo"], "src/a.ts"],
    ["./src/../src/a.ts", ["/repo"], "src/a.ts"],
    [".hidden/..a", ["/repo"], ".hidden/..a"],
    ["..a/b", ["/repo"], "..a/b"],
    ["/repo/a\\b", ["/repo"], "a\\b"],
    ["C:\\repo\\src\\a.ts", ["C:\\repo"], "src/a.ts"],
    ["c:/Repo/src/a.ts", ["C:\\repo"], "src/a.ts"],
    ["src\\a.ts", ["C:\\repo"], "src/a.ts"],
    ["\\\\host\\share\\src\\a.ts", ["\\\\host\\share"], "src/a.ts"],
    ["/repository/a.ts", ["/repo"], "/repository/a.ts"],
    ["/etc/passwd", ["/repo"], "/etc/passwd"],
    ["/repo/../etc/passwd", ["/repo"], "/repo/../etc/passwd"],
    ["../a.ts", ["/repo"], "../a.ts"],
    ["src/../../a.ts", ["/repo"], "src/../../a.ts"],
    ["D:\\repo\\a.ts", ["C:\\repo"], "D:\\repo\\a.ts"],
    ["/repo", ["/repo"], "/repo"],
    ["/repo/", ["/repo"], "/repo/"],
    [".", ["/repo"], "."],
    ["", ["/repo"], ""],
  ])("%j under %j is %j", (path, roots, file) => {
    expect(found([{ ...RAW, path }], roots)[0]?.file).toBe(file);
  });

  test("outside of the repository is never opened", () => {
    const opened: string[] = [];
    const paths = ["/etc/passwd", "../a.ts", "/repo/../etc/passwd", "", "/repo/src/a.ts", "./b.ts"];
    const raw = paths.map((path) => ({ ...RAW, path }));
    const readLines = (file: string) => {
      opened.push(file);
      return undefined;
    };
    toFindings(raw, { roots: ["/repo"], changed: CHANGED, readLines });
    expect(opened).toEqual(["src/a.ts", "b.ts"]);
  });
});

describe("the lines", () => {
  type Lines = [number, number];
  test.each<[string, string, Lines, Lines, Finding["anchored"], string[]]>([
    ["in the file stay", "src/a.ts", [1, 2], [1, 2], "on-diff", ["one", "two"]],
    ["near the change stay", "src/a.ts", [1, 1], [1, 1], "near", ["one"]],
    ["over the end are cut", "src/a.ts", [4, 99], [4, 4], "on-diff", ["four"]],
    ["behind the end are the last", "src/a.ts", [5, 99], [4, 4], "off-diff", []],
    ["behind the end are off a change that goes on", "src/b.ts", [3, 4], [2, 2], "off-diff", []],
    ["of an empty file are none", "empty.ts", [1, 1], [0, 0], "off-diff", []],
    ["below zero are none", "src/a.ts", [-3, -2], [0, 0], "off-diff", []],
    ["that were not named are none", "src/a.ts", [0, 0], [0, 0], "off-diff", []],
    ["of a file that is gone stay", "gone.ts", [5, 7], [5, 7], "off-diff", []],
    ["of a file that did not change stay", "other.ts", [5, 7], [5, 7], "off-diff", []],
    ["outside of the repository stay", "/etc/passwd", [5, 7], [5, 7], "off-diff", []],
  ])("%s", (_, path, [startLine, endLine], [start_line, end_line], anchored, code) => {
    const [finding] = found([{ ...RAW, path, startLine, endLine }]);
    expect(finding).toEqual({
      ...found([RAW])[0],
      file: path,
      start_line,
      end_line,
      anchored,
      fingerprint: fingerprintOf({ file: path, title: "Bug", code }),
    });
  });

  test("of a changed file that cannot be read are still compared with the change", () => {
    const place = { roots: ["/repo"], changed: CHANGED, readLines: () => undefined };
    expect(toFindings([RAW], place).map(({ anchored }) => anchored)).toEqual(["on-diff"]);
  });
});

test("findings are sorted by priority, file, line and title, and numbered so", () => {
  const ordered: RawFinding[] = [
    { ...RAW, priority: 0, path: "src/b.ts", startLine: 2, endLine: 2 },
    { ...RAW, path: "Z.ts" },
    { ...RAW, startLine: 1, endLine: 1 },
    { ...RAW, endLine: 2 },
    { ...RAW, title: "Alarm" },
    RAW,
    { ...RAW, body: "It does." },
    { ...RAW, title: "Äh" },
    { ...RAW, startLine: 3 },
    { ...RAW, path: "ä.ts", startLine: 1 },
    { ...RAW, priority: 2, path: "a.ts" },
    { ...RAW, priority: 3, path: "a.ts" },
  ];
  const expected = ordered.map(({ title, body, priority }, at) => ({
    id: `F${at + 1}`,
    title,
    body,
    priority,
  }));
  // 5 and 12 have no common divisor, so this is every finding once.
  const shuffled = ordered.map((_, at) => ordered[(at * 5 + 3) % ordered.length]!);
  const sorted = found(shuffled).map(({ id, title, body, priority }) => ({
    id,
    title,
    body,
    priority,
  }));
  expect(sorted).toEqual(expected);
});

test("findings with one fingerprint are told apart by their order", () => {
  const place = {
    roots: ["/repo"],
    changed: CHANGED,
    readLines: () => ["same", "same", "same", "other"],
  };
  const raw = [3, 4, 1, 2].map((line) => ({ ...RAW, startLine: line, endLine: line }));
  const same = fingerprintOf({ file: "src/a.ts", title: "Bug", code: ["same"] });
  const other = fingerprintOf({ file: "src/a.ts", title: "Bug", code: ["other"] });
  const prints = toFindings(raw, place).map(({ start_line, fingerprint }) => [
    start_line,
    fingerprint,
  ]);
  expect(prints).toEqual([
    [1, same],
    [2, `${same}-2`],
    [3, `${same}-3`],
    [4, other],
  ]);
});

test("a finding keeps its fingerprint when lines move and are indented", () => {
  const before = { roots: ["/repo"], changed: CHANGED, readLines: () => ["one", "two", "three"] };
  const after = { ...before, readLines: () => ["zero", "", "one", "  two", "\tthree\r"] };
  const moved = { ...RAW, startLine: 4, endLine: 5, title: "bug." };
  expect(toFindings([moved], after)[0]?.fingerprint).toBe(
    toFindings([RAW], before)[0]?.fingerprint,
  );
});

function found(raw: readonly RawFinding[], roots: readonly string[] = ["/repo"]): Finding[] {
  return toFindings(raw, { roots, changed: CHANGED, readLines: (file) => FILES[file] });
}
