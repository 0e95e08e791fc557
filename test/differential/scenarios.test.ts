import { readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { departures, masked, parsedLines } from "../helpers/differential.js";
import { offences } from "../helpers/event-lines.js";
import { placeOf, withEngine, type Engine, engineScenario } from "../helpers/engine.js";
import { readLines, writeLines, FIXTURES } from "../helpers/fixture.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";
import { asStored, shownLines } from "../helpers/stored.js";

// One run of each scenario by codex exec, by run and by exec; what is stored of ours is shown, too.

const SCENARIOS = readdirSync(join(FIXTURES, "scenarios"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length))
  .sort();

const FLAGS = ["--sandbox", "workspace-write", "Do it."];

const withSharedEngine = sharedEngines();

test("there are at least twenty scenarios to compare", () => {
  expect(SCENARIOS.length).toBeGreaterThanOrEqual(20);
});

test.each(SCENARIOS)("%s: exec prints what codex exec prints, and run more", async (scenario) => {
  const theirs = await withEngine({ scenario }, async (engine) => {
    const { stdout, exitCode } = await engine.exec(FLAGS);
    return { lines: masked(stdout, engine), exitCode, asked: asked(engine) };
  });
  const { responses } = await engineScenario(scenario, { workdir: "" });
  for (const command of ["run", "exec"]) {
    const ours = await withSharedEngine({ scenario }, async (engine) => {
      const { stdout, exit, left } = await runCli([command, "--json", ...FLAGS], placeOf(engine));
      if (command === "run") await expectShown(engine, stdout);
      return { lines: masked(stdout, engine), exit, left, asked: asked(engine) };
    });
    if (command === "exec") expect(parsedLines(ours.lines)).toEqual(parsedLines(theirs.lines));
    expect(departures(theirs.lines, ours.lines)).toEqual([]);
    if (command === "run") expect(ours.lines.flatMap(offences)).toEqual([]);
    expect(ours.left).toEqual([]);
    // A script that was not played to its end would prove nothing.
    expect(ours.asked).toBe(theirs.asked);
    expect(ours.asked).toBeGreaterThanOrEqual(responses.length);
    // Their failure is always 1; ours says more, but fails and succeeds with them.
    expect(ours.exit === 0).toBe(theirs.exitCode === 0);
  }
});

// What a sandbox forbids is declined, or never becomes an item.
test.each([
  ["patch-refused", "read-only"],
  ["command-fails", "read-only"],
  ["patch-update-delete-move", "workspace-write"],
])("%s, %s: a stored turn has the events and diffs it had when it ran", async (...args) => {
  const [scenario, sandbox] = args;
  await withSharedEngine({ scenario }, async (engine) => {
    const flags = ["--json", "--sandbox", sandbox, "--include", "diff"];
    const { stdout } = await runCli(["run", ...flags, "Do it."], placeOf(engine));
    await expectShown(engine, stdout, ["--include", "diff"]);
  });
});

/** `threads show` prints the events that the run printed. */
async function expectShown(
  engine: Engine,
  live: string,
  flags: readonly string[] = [],
): Promise<void> {
  const id = String(readLines<{ thread_id?: string }>(live)[0]?.thread_id);
  const show = ["threads", "show", id, "--turns", "--json", ...flags];
  const { stdout, ...rest } = await runCli(show, placeOf(engine));
  expect(rest).toEqual({ exit: 0, stderr: "", left: [] });
  // As text: the fields must stand in the same order, too.
  expect(lines(shownLines(stdout))).toEqual(lines(asStored([{ stdout: live, prompt: "Do it." }])));
  expect(stdout.split("\n").slice(0, -1).flatMap(offences)).toEqual([]);
}

const lines = (events: readonly unknown[]): string[] => writeLines(events).split("\n");

const asked = ({ model }: Engine): number =>
  model.requests.filter(({ path }) => path.endsWith("/responses")).length;
