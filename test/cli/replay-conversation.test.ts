import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { FIXTURES } from "../helpers/fixture.js";
import { replayAlone } from "../helpers/recordings.js";

test("a turn over the conversation API of codex 0.57 has the events and approvals of today", async () => {
  const folder = join(FIXTURES, "conversation");
  expect(await replayAlone(join(folder, "wire.jsonl"))).toEqual({
    exit: 0,
    stdout: readFileSync(join(folder, "stdout.jsonl"), "utf8"),
    stderr: "",
    left: [],
  });
});
