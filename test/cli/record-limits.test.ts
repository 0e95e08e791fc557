import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf } from "../helpers/engine.js";
import { withFolder } from "../helpers/play.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

const text = (words: string) => ({ say: [{ text: words }] });
const call = (command: string) => ({ say: [{ exec: command }] });
const BUSY = { http: { status: 503, body: { error: { message: "busy" } } } };
const SLOWLY = { say: [{ text: "one two three four", pieces: 18, delay_ms: 400 }] };
const played = (...responses: Scenario["responses"]): Scenario => ({
  description: "for a recording",
  responses,
});

test.each<[string, Scenario, readonly string[], number]>([
  ["that ran out of time", played(SLOWLY), ["--timeout", "1500ms"], 124],
  [
    "whose check was never finished",
    played(text("Done.")),
    ["--verify", "sleep 600", "--timeout", "2s"],
    124,
  ],
  ["that used up its tokens", played(call("true"), text("Done.")), ["--max-tokens", "100"], 7],
  ["whose last answer cost too much", played(text("Done.")), ["--max-tokens", "20"], 7],
  [
    "that was tried again, at last with another model",
    played(BUSY, BUSY, text("Done.")),
    ["--retry", "1", "--fallback-model", "gpt-6-luna"],
    0,
  ],
  [
    "whose check says something else each time",
    played(text("One."), text("Two.")),
    ["--verify", "date +%N; false", "--verify-retries", "1"],
    3,
  ],
])("a recorded run %s is played again as it was", async (_, scenario, args, status) => {
  await withEngine({ scenario }, async (engine) => {
    const file = join(engine.dir, "recording");
    const command = ["run", "--json", "-s", "danger-full-access", "--record", file, ...args, "Go"];
    const live = await runCli(command, placeOf(engine));
    // Elsewhere, with no codex to be found.
    const again = await withFolder((cwd) => runCli(["replay", file], { cwd }));
    expect({ exit: again.exit, stdout: again.stdout }).toEqual({
      exit: status,
      stdout: live.stdout,
    });
    expect([live.exit, live.left, again.left]).toEqual([status, [], []]);
  });
});

test("a recording holds no secret of the environment", async () => {
  const key = "sk-of-nobody-0123456789";
  const scenario = played(call('echo "$DEPLOY_KEY"'), text(`It is ${key}.`));
  await withEngine({ scenario }, async (engine) => {
    const file = join(engine.dir, "recording");
    const { cwd, env } = placeOf(engine);
    const command = ["run", "--json", "-s", "danger-full-access", "--record", file, "Go"];
    const live = await runCli(command, { cwd, env: { ...env, DEPLOY_KEY: key } });
    const recording = await readFile(file, "utf8");
    expect([live.exit, recording.includes(key), recording.includes("[redacted]")]).toEqual([
      0,
      false,
      true,
    ]);
    const again = await withFolder((elsewhere) => runCli(["replay", file], { cwd: elsewhere }));
    expect([again.exit, again.stdout]).toEqual([0, live.stdout]);
  });
});
