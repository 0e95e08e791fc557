import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { placeOf, withEngine } from "../helpers/engine.js";
import { BIN, spawnCli } from "../helpers/run-cli.js";
import { answer, reviewer } from "./reviewer.js";

test("output that is redirected into the repository is no part of the change", async () => {
  await withEngine({ scenario: reviewer(answer()) }, async (engine) => {
    writeFileSync(join(engine.workdir, "new.txt"), "new\n");
    const script = `"${process.execPath}" "${BIN}" review --json > events.jsonl 2> words.txt`;
    const { ended } = spawnCli(["sh", "-c", script], "ignore", placeOf(engine));
    const { exit } = await ended;
    const lines = readFileSync(join(engine.workdir, "events.jsonl"), "utf8").trim().split("\n");
    const last = JSON.parse(lines.at(-1) ?? "") as { review?: { outcome: string } };
    expect({ exit, outcome: last.review?.outcome }).toEqual({ exit: 0, outcome: "pass" });
  });
});
