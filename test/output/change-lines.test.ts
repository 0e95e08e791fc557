import { expect, test } from "vitest";

import { changeLine, diffLines } from "../../src/output/change-lines.js";
import { createPaint } from "../../src/output/colour.js";
import { renderLine } from "../../src/output/render.js";

const update = {
  path: "/w/src/a.ts",
  kind: "update",
  diff: "@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n",
} as const;
const added = { path: "/w/new.md", kind: "add", diff: "# New\n\ntext\n" } as const;
const deleted = { path: "/w/old.md", kind: "delete", diff: "a\nb" } as const;
const moved = {
  path: "/w/a",
  kind: "update",
  move_path: "/w/b",
  diff: "@@ -1 +1 @@\n-a\n+b\n\n\nMoved to: /w/b",
} as const;
const CHANGES = [update, added, deleted, moved, { ...added, diff: "" }];

test("a change is how many lines it added and removed, as the server sends them", () => {
  expect(CHANGES.map((change) => changeLine(change, "completed", "/w"))).toEqual([
    { style: "diffstat", text: "+1 −1 src/a.ts" },
    { style: "diffstat", text: "+3 −0 new.md", note: "new" },
    { style: "diffstat", text: "+0 −2 old.md", note: "deleted" },
    { style: "diffstat", text: "+1 −1 b", note: "was a" },
    { style: "diffstat", text: "+0 −0 new.md", note: "new" },
  ]);
});

test("a change that was not made, or whose diff is not known, is a letter", () => {
  const unknown = { path: update.path, kind: update.kind };
  expect([changeLine(update, "failed", "/w"), changeLine(unknown, "completed", "/w")]).toEqual([
    { style: "bad", text: "✗ M src/a.ts", note: "not applied" },
    { style: "warn", text: "M src/a.ts" },
  ]);
});

test("a diff is shown with its marks in colour, and what is hidden in it becomes visible", () => {
  const change = { ...update, diff: "@@ -1 +1 @@\n-\told\n+new\u202e\x1b[2J\n" };
  const paint = createPaint(true);
  expect(diffLines(change).map((line) => renderLine(line, paint, 80))).toEqual([
    "\x1b[36m  @@ -1 +1 @@\x1b[39m",
    "\x1b[31m  -    old\x1b[39m",
    "\x1b[32m  +new\\u{202e}\\u{1b}[2J\x1b[39m",
  ]);
  expect(renderLine(changeLine(change, "completed", "/w"), paint, 80)).toBe(
    "\x1b[32m+1\x1b[39m \x1b[31m−1\x1b[39m src/a.ts",
  );
});

test("a long diff is cut, and says so", () => {
  const lines = diffLines({ ...added, diff: "x\n".repeat(2500) });
  expect([lines.length, lines.at(-1)?.text]).toEqual([
    1001,
    "  … 1,500 more lines (--diff-file FILE has all)",
  ]);
});
