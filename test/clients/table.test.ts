import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { CLIENTS } from "./clients.js";

test("docs/exec.md has a row for each client, with its version", async () => {
  const page = await readFile(new URL("../../docs/exec.md", import.meta.url), "utf8");
  const rows = page.matchAll(/^\| `(\S+)` +\| (\d\S*) +\|/gm);
  expect(Array.from(rows, ([, name, version]) => ({ name, version }))).toEqual(
    CLIENTS.map(({ name, version }) => ({ name, version })),
  );
});
