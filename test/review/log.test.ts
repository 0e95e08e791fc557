import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { appendLog, type LogEntry } from "../../src/review/log.js";

const VERDICT: LogEntry = {
  at: "2024-05-06T07:08:09.010Z",
  what: "verdict",
  ref: "refs/heads/main",
  from: "a".repeat(40),
  to: "b".repeat(40),
  outcome: "fail",
  cached: false,
  reason: null,
  findings: 2,
  duration_ms: 1234,
};
const SKIP: LogEntry = {
  ...VERDICT,
  what: "skip",
  outcome: null,
  reason: "two\nlines",
  findings: null,
};
const MEBIBYTE = 1024 * 1024;

let gitDir: string;
let folder: string;
let log: string;
beforeEach(() => {
  gitDir = mkdtempSync(join(tmpdir(), "log-"));
  folder = join(gitDir, "turnpipe");
  log = join(folder, "review-log.jsonl");
});
afterEach(() => {
  rmSync(gitDir, { recursive: true, force: true });
});

const line = (entry: LogEntry) => `${JSON.stringify(entry)}\n`;
function filled(size: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(log, "x".repeat(size));
}

test("each entry is one line behind the others", () => {
  expect([appendLog(gitDir, VERDICT), appendLog(gitDir, SKIP)]).toEqual([true, true]);
  expect(readFileSync(log, "utf8")).toBe(line(VERDICT) + line(SKIP));
  expect(line(SKIP).match(/\n/g)).toEqual(["\n"]);
});

test("a log that would grow too long starts anew, and the old one is kept once", () => {
  mkdirSync(folder);
  writeFileSync(`${log}.1`, "older");
  filled(MEBIBYTE - line(VERDICT).length + 1);
  expect(appendLog(gitDir, VERDICT)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["review-log.jsonl", "review-log.jsonl.1"]);
  expect(readFileSync(log, "utf8")).toBe(line(VERDICT));
  expect(statSync(`${log}.1`).size).toBe(MEBIBYTE - line(VERDICT).length + 1);
});

test("a log may be filled to the last byte", () => {
  filled(MEBIBYTE - line(VERDICT).length);
  expect(appendLog(gitDir, VERDICT)).toBe(true);
  expect([readdirSync(folder), statSync(log).size]).toEqual([["review-log.jsonl"], MEBIBYTE]);
});

test("a log that cannot be written is no accident", () => {
  writeFileSync(folder, "a file where the folder should be");
  expect(appendLog(gitDir, VERDICT)).toBe(false);
});
