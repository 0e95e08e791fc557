import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { departures, masked } from "../helpers/differential.js";
import { offences } from "../helpers/dialect.js";
import type { Engine } from "../helpers/engine.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { engineScenario } from "../helpers/engine-scenario.js";
import { runCli } from "../helpers/run-in-process.js";

const SCENARIOS = readdirSync(fileURLToPath(new URL("../../fixtures/scenarios", import.meta.url)))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length))
  .sort();

const FLAGS = ["--sandbox", "workspace-write", "Do it."];

test("there are at least twenty scenarios to compare", () => {
  expect(SCENARIOS.length).toBeGreaterThanOrEqual(20);
});

test.each(SCENARIOS)(
  "%s: run --json and exec --json print all that codex exec --json prints",
  async (scenario) => {
    const theirs = await withEngine({ scenario }, async (engine) => {
      const { stdout, exitCode } = await engine.exec(FLAGS);
      return { lines: masked(stdout, engine), exitCode, asked: asked(engine) };
    });
    const { responses } = await engineScenario(scenario, { workdir: "" });
    for (const command of ["run", "exec"]) {
      const ours = await withEngine({ scenario }, async (engine) => {
        const { stdout, exit, left } = await runCli([command, "--json", ...FLAGS], placeOf(engine));
        return { lines: masked(stdout, engine), exit, left, asked: asked(engine) };
      });
      expect(departures(theirs.lines, ours.lines)).toEqual([]);
      expect(ours.lines.flatMap(offences)).toEqual([]);
      expect(ours.left).toEqual([]);
      // A script that was not played to its end would prove nothing.
      expect(ours.asked).toBe(theirs.asked);
      expect(ours.asked).toBeGreaterThanOrEqual(responses.length);
      // Their failure is always 1; ours says more, but fails and succeeds with them.
      expect(ours.exit === 0).toBe(theirs.exitCode === 0);
    }
  },
);

const asked = ({ model }: Engine): number =>
  model.requests.filter(({ path }) => path.endsWith("/responses")).length;
