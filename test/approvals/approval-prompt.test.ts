import { expect, test } from "vitest";

import type { ApprovalRequest } from "../../src/dialect/approval.js";
import { approvalPrompt } from "../../src/approvals/approval-prompt.js";
import { sample } from "./samples.js";

const shown = (request: ApprovalRequest, columns = 80) =>
  approvalPrompt(request, { columns }).text.split("\n");

test.each<[request: ApprovalRequest, rows: string[]]>([
  [
    sample.command({ reason: "to see" }),
    ["codex says:", "│ reason: to see", "│ in: /repo", "codex wants to run:", "│ git status"],
  ],
  [sample.command({ cwd: null, reason: "" }), ["codex wants to run:", "│ git status"]],
  [
    sample.command({ cwd: null, host: "example.org" }),
    ["codex wants to connect to:", "│ example.org"],
  ],
  [
    sample.fileChange({
      changes: [
        { path: "a.ts", kind: "update", move_path: ".git/hooks/pre-push", diff: "-a\n+b\n" },
        { path: "b.ts", kind: "delete", move_path: null, diff: null },
      ],
      grant_root: "/etc",
    }),
    [
      "codex says:",
      "│ update a.ts -> .git/hooks/pre-push:",
      "│ -a⏎",
      "│ +b",
      "codex wants to change:",
      "│ update a.ts -> .git/hooks/pre-push",
      "│ delete b.ts",
      "│ and from now on everything in /etc",
    ],
  ],
  [
    sample.permissions({ cwd: null }),
    ["codex wants to get more permissions:", '│ {"network":{"enabled":true}}'],
  ],
  [sample.mcp(), ["codex wants to call a tool:", '│ files/read_file {"path":"a.txt"}']],
])("%j is shown with what would be done last", (request, rows) => {
  expect(shown(request)).toEqual([...rows, ""]);
});

test("a row is broken before the terminal does it, at most two columns a character", () => {
  const rows = shown(
    sample.command({ command: `${"a".repeat(20)}${"漢".repeat(10)}`, cwd: null }),
    20,
  );
  expect(rows).toEqual([
    "codex wants to run:",
    `│ ${"a".repeat(17)}`,
    `│ aaa${"漢".repeat(7)}`,
    `│ ${"漢".repeat(3)}`,
    "",
  ]);
});
