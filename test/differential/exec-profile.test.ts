import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { expectAlike, onBothSides } from "../helpers/asked.js";

const TALK: Scenario = {
  description: "The same answer for ever.",
  responses: [{ say: [{ text: "Yes." }] }],
  then: "repeat-last",
};

const PROFILE = `model = "gpt-5.5"
model_reasoning_effort = "low"
[sandbox_workspace_write]
network_access = true
[tools.update_plan]
enabled = true
`;

test("a profile counts, below the command line", async () => {
  const { theirs, ours } = await onBothSides({ scenario: TALK }, async ({ engine, run }) => {
    await writeFile(join(engine.codexHome, "work.config.toml"), PROFILE);
    return [
      await run(["-p", "work", "Go."]),
      await run(["-p", "work", "-m", "gpt-6-sol", "-c", 'model_reasoning_effort="high"', "Go."]),
      await run(["-p", "nobody", "Go."]),
    ];
  });
  expectAlike(theirs, ours);
  expect(ours.map(({ asked }) => asked.length)).toEqual([1, 1, 1]);
});

test("a profile may have dots in its keys, and stands below tables on the command line", async () => {
  const { theirs, ours } = await onBothSides({ scenario: TALK }, async ({ engine, run }) => {
    await writeFile(
      join(engine.codexHome, "dots.config.toml"),
      `model_provider = "mo.ck"
[model_providers."mo.ck"]
name = "Named in the profile"
base_url = "${engine.model.url}"
wire_api = "responses"
[model_providers."mo.ck".http_headers]
originator = "profile"
`,
    );
    const table = 'model_providers={"mo.ck"={name="Named here"}, "o.ther"={name="Other"}}';
    return [
      await run(["-p", "dots", "Go."]),
      await run(["-p", "dots", "-c", table, "-c", "model_reasoning_effort=low", "Go."]),
    ];
  });
  expectAlike(theirs, ours);
  expect(ours.map(({ asked }) => asked.length)).toEqual([1, 1]);
});
