import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf } from "../helpers/engine.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withSharedEngine = sharedEngines();

/** A patch and a command that codex rejects before they are items, and a command that goes on. */
const WRITES: Scenario = {
  description: "Tries to write in three ways.",
  responses: [
    { say: [{ patch: "*** Begin Patch\n*** Add File: new.txt\n+new\n*** End Patch\n" }] },
    { say: [{ exec: "echo two > hello.txt" }] },
    { say: [{ exec: "touch b.txt; echo went on" }] },
    { say: [{ text: "I may not write here." }] },
  ],
};
const HINT = "read-only: no file could be changed; allow it with -s workspace-write";

test("a read-only turn that tried to write counts it, says how to allow it, and is done all the same", async () => {
  await withSharedEngine({ scenario: WRITES }, async (engine) => {
    const { exit, stdout, stderr } = await runCli(["run", "Go"], placeOf(engine));
    const said = stderr.trimEnd().split("\n").slice(-2);
    expect({ exit, stdout, said }).toEqual({
      exit: 0,
      stdout: "I may not write here.\n",
      said: [
        expect.stringMatching(/^✓ done .* · 3 writes blocked · /),
        expect.stringContaining(HINT),
      ],
    });
  });
});

test("with --write the same turn writes", async () => {
  await withSharedEngine({ scenario: WRITES }, async (engine) => {
    const { exit, stdout, stderr } = await runCli(
      ["run", "--json", "--write", "Go"],
      placeOf(engine),
    );
    const { work } = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as { work: object };
    expect({ exit, work, stderr }).toEqual({
      exit: 0,
      work: expect.objectContaining({
        commands_ok: 2,
        files_changed: 1,
        writes_blocked: 0,
      }) as object,
      stderr: "",
    });
  });
});
