import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { offences } from "../helpers/event-lines.js";

const TURNS = new URL("../../fixtures/turns/", import.meta.url);

test.each(readdirSync(TURNS))("every line of the golden %s is in the dialect", (name) => {
  const lines = readFileSync(new URL(`${name}/stdout.jsonl`, TURNS), "utf8")
    .trimEnd()
    .split("\n");
  expect(lines.flatMap(offences)).toEqual([]);
});

test("a line with an unknown field, or without a known one, is not in the dialect", () => {
  expect([
    offences('{"type":"turn.started","extra":1}').length,
    offences('{"type":"error"}').length,
    offences('{"type":"turn.vanished"}').length,
    offences('{"type":"error","message":"m"}').length,
  ]).toEqual([1, 1, 1, 0]);
});
