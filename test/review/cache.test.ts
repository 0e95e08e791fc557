import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { cacheKey, pruneCache, readCached, writeCached } from "../../src/review/cache.js";
import type { ReviewReport } from "../../src/review/report.js";

const PASS: ReviewReport = {
  outcome: "pass",
  target: "2 commits",
  head: "a".repeat(40),
  fail_on: "P1",
  source: "json",
  correctness: "patch is correct",
  explanation: null,
  confidence: 0.9,
  findings: [
    {
      id: "1",
      title: "A title",
      body: "A body – with more than ASCII",
      priority: 2,
      confidence: null,
      file: "src/a.ts",
      start_line: 3,
      end_line: 4,
      anchored: "on-diff",
      fingerprint: "f",
      accepted: null,
      blocking: false,
    },
  ],
  problem: null,
  coverage: null,
};
const NOW = new Date("2024-05-06T07:08:09.010Z");
const PARTS = {
  digest: "d",
  rubric: "r",
  model: "m",
  effort: "e",
  failOn: "P1",
  version: "1",
};
const KEY = cacheKey(PARTS);

let gitDir: string;
let folder: string;
beforeEach(() => {
  gitDir = mkdtempSync(join(tmpdir(), "cache-"));
  folder = join(gitDir, "turnpipe", "reviews");
});
afterEach(() => {
  rmSync(gitDir, { recursive: true, force: true });
});

describe("a key", () => {
  test("is the sha256 of all its parts", () => {
    expect(KEY).toBe("12a04f3a303eefe11d248f1b40e40572fa43d3c9385ffacfd12ac5402905a0ea");
  });

  test("differs as soon as one part does", () => {
    const names = Object.keys(PARTS) as (keyof typeof PARTS)[];
    const keys = names.map((name) => cacheKey({ ...PARTS, [name]: "other" }));
    expect(new Set([KEY, ...keys]).size).toBe(names.length + 1);
  });

  test("tells parts apart that read the same when joined", () => {
    const [left, right] = [
      { ...PARTS, digest: "ab", rubric: "c" },
      { ...PARTS, digest: "a", rubric: "bc" },
    ];
    expect(cacheKey(left)).not.toBe(cacheKey(right));
  });
});

describe("a verdict", () => {
  test.each([PASS, { ...PASS, outcome: "fail" as const }])(
    "that is a $outcome comes back whole",
    (report) => {
      expect(writeCached(gitDir, KEY, report, NOW)).toBe(true);
      expect(readCached(gitDir, KEY)).toEqual({ report, at: "2024-05-06T07:08:09.010Z" });
      expect(readdirSync(folder)).toEqual([`${KEY}.json`]);
    },
  );

  test("replaces an earlier one of the same key", () => {
    writeCached(gitDir, KEY, PASS, new Date(0));
    writeCached(gitDir, KEY, { ...PASS, findings: [] }, NOW);
    expect(readCached(gitDir, KEY)).toEqual({
      report: { ...PASS, findings: [] },
      at: "2024-05-06T07:08:09.010Z",
    });
  });

  test("that is an error is not stored", () => {
    const error: ReviewReport = { ...PASS, outcome: "error", problem: "no answer" };
    expect(writeCached(gitDir, KEY, error, NOW)).toBe(false);
    expect(readdirSync(gitDir)).toEqual([]);
  });

  test("of another key is none", () => {
    writeCached(gitDir, KEY, PASS, NOW);
    expect(readCached(gitDir, cacheKey({ ...PARTS, model: "other" }))).toBeUndefined();
  });

  test("that cannot be stored is no accident", () => {
    writeFileSync(join(gitDir, "turnpipe"), "a file where the folder should be");
    expect(writeCached(gitDir, KEY, PASS, NOW)).toBe(false);
    expect(readCached(gitDir, KEY)).toBeUndefined();
  });

  test("that cannot take its place leaves no draft behind", () => {
    mkdirSync(join(folder, `${KEY}.json`), { recursive: true });
    expect(writeCached(gitDir, KEY, PASS, NOW)).toBe(false);
    expect(readdirSync(folder)).toEqual([`${KEY}.json`]);
  });
});

describe("a file that is no verdict is passed over", () => {
  const at = "2024-05-06T07:08:09.010Z";
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["half a file", `{"report":{"outcome":"pa`],
    ["null", null],
    ["a list", []],
    ["no report", { at }],
    ["no time", { report: PASS }],
    ["an error", { at, report: { ...PASS, outcome: "error" } }],
    ["an outcome nobody knows", { at, report: { ...PASS, outcome: "maybe" } }],
    ["no target", { at, report: { ...PASS, target: null } }],
    ["no threshold", { at, report: { ...PASS, fail_on: 1 } }],
    ["findings that are no list", { at, report: { ...PASS, findings: {} } }],
    ["a finding that is null", { at, report: { ...PASS, findings: [null] } }],
    ["a finding without a file", finding({ file: undefined })],
    ["a finding without a number for its line", finding({ start_line: "3" })],
    ["a finding nobody judged", finding({ blocking: undefined })],
  ])("%s", (_, value) => {
    mkdirSync(folder, { recursive: true });
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    writeFileSync(join(folder, `${KEY}.json`), text);
    expect(readCached(gitDir, KEY)).toBeUndefined();
  });

  function finding(change: Record<string, unknown>) {
    return { at, report: { ...PASS, findings: [{ ...PASS.findings[0], ...change }] } };
  }
});

describe("pruning", () => {
  const aged = (name: string, seconds: number) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), seconds, seconds);
  };

  test("keeps the newest, and counts an abandoned draft like the rest", () => {
    aged("b.json", 300);
    aged("d.json", 400);
    aged("a.json", 200);
    aged("c.json.x.tmp", 100);
    expect(pruneCache(gitDir, { keep: 2 })).toBe(2);
    expect(readdirSync(folder).sort()).toEqual(["b.json", "d.json"]);
  });

  test("removes nothing while there is room", () => {
    aged("a.json", 100);
    expect(pruneCache(gitDir, { keep: 200 })).toBe(0);
    expect(readdirSync(folder)).toEqual(["a.json"]);
  });

  test("has nothing to do where nothing was ever stored", () => {
    expect(pruneCache(gitDir, { keep: 0 })).toBe(0);
  });
});

test("the cache does not load zod", () => {
  const source = readFileSync(new URL("../../src/review/cache.ts", import.meta.url), "utf8");
  const imports = source.match(/^(?:import|\}) .*from "(?!node:).*$/gm);
  expect(imports).toEqual([
    // It imports nothing but errors.
    'import { readRegular } from "../files/bounded-read.js";',
    'import type { ReviewReport } from "./report.js";',
  ]);
});
