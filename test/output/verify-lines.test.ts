import { expect, test } from "vitest";

import { verifyLines } from "../../src/output/verify-lines.js";

const CHECK = {
  type: "verify.completed",
  command: "npm test",
  attempt: 1,
  passed: true,
  exit_code: 0,
  output: "all good",
  duration_ms: 2000,
} as const;

test("a check that passed is one line", () => {
  expect(verifyLines(CHECK)).toEqual([{ style: "good", text: "✓ verify: npm test", note: "2.0s" }]);
});

test("one that failed shows the end of what it said", () => {
  const output = `${Array.from({ length: 20 }, (_, at) => `line ${String(at)}`).join("\n")}\n`;
  expect(verifyLines({ ...CHECK, passed: false, exit_code: 1, output })).toEqual([
    { style: "bad", text: "✗ verify: npm test", note: "exit 1 · 2.0s" },
    ...[12, 13, 14, 15, 16, 17, 18, 19].map((at) => ({
      style: "dim",
      text: `  line ${String(at)}`,
      whole: true,
    })),
  ]);
});

test("one that was cut short and said nothing says so", () => {
  expect(verifyLines({ ...CHECK, passed: false, exit_code: null, output: "" })).toEqual([
    { style: "bad", text: "✗ verify: npm test", note: "not finished · 2.0s" },
  ]);
});
