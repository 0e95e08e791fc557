import { expect, test } from "vitest";

import { matrixTable } from "./table.js";

const refuses = (version: string) => ({
  refuses: `turnpipe: codex ${version} does not support thread/fork`,
});

test("releases that do the same share a column, and a reason is given once", () => {
  const columns = [
    { version: "0.57.0", cells: new Map([["fork", refuses("0.57.0")]]) },
    { version: "0.60.1", cells: new Map([["fork", refuses("0.60.1")]]) },
    { version: "0.80.0", cells: new Map([["fork", "works" as const]]) },
    { version: "0.92.0", cells: new Map([["fork", { wrong: "exit 1" }]]) },
  ];
  expect(matrixTable(columns)).toEqual([
    "| | 0.57.0, 0.60.1 | 0.80.0 | 0.92.0 |",
    "| --- | --- | --- | --- |",
    "| fork | 1 | ✓ | WRONG |",
    "",
    "1. codex does not support thread/fork",
  ]);
});
