import { expect, test } from "vitest";

import type { ApprovalRequest } from "../../src/dialect/approval.js";
import { summaryLine } from "../../src/approvals/summary-line.js";
import { sample } from "./samples.js";

test.each<[request: ApprovalRequest, short: string]>([
  [sample.command(), "run: git status"],
  [sample.command({ cwd: null, reason: "to see" }), "run: git status"],
  [sample.command({ host: "example.org" }), "connect to: example.org"],
  [sample.fileChange(), "change: /repo/src/a.ts"],
  [sample.permissions(), 'more permissions: {"network":{"enabled":true}}'],
  [sample.mcp(), 'call: files/read_file {"path":"a.txt"}'],
  [sample.mcp({ tool: null, arguments: null }), "call: files/? null"],
  [sample.userInput(), "answer: Which colour?"],
  [sample.elicitation(), "answer forms: Who are you?"],
])("%j is told in words, on one line", (request, short) => {
  expect(summaryLine(request)).toBe(short);
});

test("a change of files names each of them, and where one is moved to", () => {
  const changes = [
    { path: "a.ts", kind: "update", move_path: ".git/hooks/pre-push", diff: "-a\n+b" },
    { path: "b.ts", kind: "delete", move_path: null, diff: null },
  ];
  expect(summaryLine(sample.fileChange({ changes }))).toBe(
    "change: a.ts -> .git/hooks/pre-push, b.ts",
  );
  expect(summaryLine(sample.fileChange({ changes: [] }))).toBe(
    "change: files that the server did not name",
  );
});

test("a command of several lines does not pass for its first one", () => {
  const short = (command: string) => summaryLine(sample.command({ command }));
  expect([short("git status\nrm -rf build"), short("git status\n")]).toEqual([
    "run: git status …",
    "run: git status",
  ]);
});
