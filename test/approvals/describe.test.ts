import { describe as about, expect, test } from "vitest";

import type { ApprovalRequest } from "../../src/approval.js";
import { describe, inShort } from "../../src/approvals/describe.js";
import { sample } from "./samples.js";

test.each<[request: ApprovalRequest, whole: string, short: string]>([
  [sample.command(), "run: git status\nin: /repo", "run: git status"],
  [sample.command({ cwd: null }), "run: git status", "run: git status"],
  [sample.command({ host: "example.org" }), "connect to: example.org", "connect to: example.org"],
  [
    sample.fileChange(),
    "change: /repo/src/a.ts\nupdate /repo/src/a.ts\n-a\n+b\n",
    "change: /repo/src/a.ts",
  ],
  [
    sample.permissions(),
    'more permissions: {"network":{"enabled":true}}',
    'more permissions: {"network":{"enabled":true}}',
  ],
  [
    sample.mcp(),
    'call: files/read_file {"path":"a.txt"}',
    'call: files/read_file {"path":"a.txt"}',
  ],
  [sample.mcp({ tool: null, arguments: null }), "call: files/? null", "call: files/? null"],
  [sample.userInput(), "answer: Which colour?", "answer: Which colour?"],
  [sample.elicitation(), "answer forms: Who are you?", "answer forms: Who are you?"],
])("%j is told in words, whole and on one line", (request, whole, short) => {
  expect([describe(request), inShort(request)]).toEqual([whole, short]);
});

test.each<[reason: string | null, whole: string]>([
  [null, "run: git status\nin: /repo"],
  ["", "run: git status\nin: /repo"],
  ["to see", "run: git status\nin: /repo\nbecause: to see"],
])("the reason %j is told where there is one", (reason, whole) => {
  expect([describe(sample.command({ reason })), inShort(sample.command({ reason }))]).toEqual([
    whole,
    "run: git status",
  ]);
});

about("a change of files", () => {
  const changes = [
    { path: "a.ts", kind: "update", move_path: null, diff: "-a\n+b" },
    { path: "b.ts", kind: "delete", move_path: null, diff: null },
  ];

  test("names each of them, and the directory that is wanted besides", () => {
    const request = sample.fileChange({ changes, grant_root: "/etc" });
    expect(
      describe(request)
        .split("\n")
        .filter((line) => line !== ""),
    ).toEqual([
      "change: a.ts, b.ts",
      "and from now on all of /etc",
      "update a.ts",
      "-a",
      "+b",
      "delete b.ts",
    ]);
    expect(inShort(request)).toBe("change: a.ts, b.ts");
  });

  test("says where a file is moved to: who allows it allows that, too", () => {
    const moved = { path: "a.ts", kind: "update", move_path: ".git/hooks/pre-push", diff: "" };
    const request = sample.fileChange({ changes: [moved] });
    expect(describe(request)).toContain(".git/hooks/pre-push");
    expect(inShort(request)).toContain(".git/hooks/pre-push");
  });

  test("that names none says that much", () => {
    expect(inShort(sample.fileChange({ changes: [] }))).toMatch(/^change: \S/);
  });
});

test("a command of several lines does not pass for its first one", () => {
  const request = sample.command({ command: "git status\nrm -rf build" });
  expect(describe(request)).toBe("run: git status\nrm -rf build\nin: /repo");
  expect(inShort(request)).toMatch(/^run: git status.*(…|rm -rf build)$/);
});
