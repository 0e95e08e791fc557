import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { CLIENTS } from "./clients.js";

test("the README has a row for each client, with its version", async () => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const rows = readme.matchAll(/^\| `(\S+)` +\| (\d\S*) +\|/gm);
  expect(Array.from(rows, ([, name, version]) => ({ name, version }))).toEqual(
    CLIENTS.map(({ name, version }) => ({ name, version })),
  );
});
