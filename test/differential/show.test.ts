import { readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { offences } from "../helpers/dialect.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { FIXTURES } from "../helpers/engine-scenario.js";
import { readLines, writeLines } from "../helpers/fixture.js";
import { runCli } from "../helpers/run-in-process.js";
import { asStored, shownLines } from "../helpers/stored.js";

const SCENARIOS = readdirSync(join(FIXTURES, "scenarios"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length))
  .sort();

const CASES = [
  ...SCENARIOS.map((scenario) => [scenario, "workspace-write"] as const),
  // What a sandbox forbids is declined, or never becomes an item.
  ["patch-refused", "read-only"],
  ["command-fails", "read-only"],
] as const;

test.each(CASES)("%s, %s: a stored turn has the events it had when it ran", async (...args) => {
  const [scenario, sandbox] = args;
  await withEngine({ scenario }, async (engine) => {
    const flags = ["--json", "--sandbox", sandbox, "--include", "diff"];
    const live = await runCli(["run", ...flags, "Do it."], placeOf(engine));
    const id = String(readLines<{ thread_id?: string }>(live.stdout)[0]?.thread_id);
    const wish = ["threads", "show", id, "--turns", "--json", "--include", "diff"];
    const { stdout, ...rest } = await runCli(wish, placeOf(engine));
    expect(rest).toEqual({ exit: 0, stderr: "", left: [] });
    // As text: the fields must stand in the same order, too.
    expect(lines(shownLines(stdout))).toEqual(
      lines(asStored([{ stdout: live.stdout, prompt: "Do it." }])),
    );
    expect(stdout.split("\n").slice(0, -1).flatMap(offences)).toEqual([]);
  });
});

const lines = (events: readonly unknown[]): string[] => writeLines(events).split("\n");
