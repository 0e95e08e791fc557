import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { untilRuns } from "../helpers/processes.js";
import { runCli, startCli } from "../helpers/run-cli.js";

const ESCAPES: Scenario = {
  description: "starts a process that leaves its session, and waits",
  responses: [
    { say: [{ exec: "setsid sleep 301 & sleep 300", yield_time_ms: 250 }] },
    { say: [], end: "hang" },
  ],
};
const IGNORES: Scenario = {
  ...ESCAPES,
  responses: [
    { say: [{ exec: '(trap "" TERM; exec setsid sleep 301) & sleep 300', yield_time_ms: 250 }] },
    { say: [], end: "hang" },
  ],
};
const DONE: Scenario = {
  description: "is done at once",
  responses: [{ say: [{ text: "Done." }] }],
};

const endedIn = (stderr: string): string[] =>
  stderr.split("\n").flatMap((line) => /^ended: \d+ (.*)$/.exec(line)?.[1] ?? []);

test("what left the session of the server and ignores SIGTERM is killed, and named to those who ask", async () => {
  await withEngine({ scenario: IGNORES }, async (engine) => {
    const args = ["run", "--json", "--verbose", "-s", "danger-full-access", "Go"];
    const running = startCli(args, placeOf(engine));
    await untilRuns(running.marker, "sleep 301");
    running.kill("SIGTERM");
    const { exit, stderr, left } = await running.done;
    expect({ exit, left, ended: endedIn(stderr) }).toEqual({
      exit: 143,
      left: [],
      ended: ["sleep"],
    });
  });
});

test("what left the session of the server goes with a run that a second signal ends", async () => {
  await withEngine({ scenario: ESCAPES }, async (engine) => {
    const args = ["run", "--json", "-s", "danger-full-access", "Go"];
    const running = startCli(args, placeOf(engine));
    await untilRuns(running.marker, "sleep 301");
    running.kill("SIGTERM");
    running.kill("SIGINT");
    expect((await running.done).left).toEqual([]);
  });
});

test("a run that ends by itself has nothing to kill", async () => {
  await withEngine({ scenario: DONE }, async (engine) => {
    const { exit, stderr, left } = await runCli(
      ["run", "--json", "--verbose", "Go"],
      placeOf(engine),
    );
    expect({ exit, left, ended: endedIn(stderr) }).toEqual({ exit: 0, left: [], ended: [] });
  });
});

test("a shell that still reads its profile gets SIGTERM, and its trap runs", async () => {
  const scenario: Scenario = {
    description: "is done when codex has started a shell for its snapshot",
    responses: [
      { say: [{ exec: 'until [ -d "$HOME/began" ]; do sleep 0.02; done' }] },
      { say: [{ text: "Done." }] },
    ],
  };
  await withEngine({ scenario, isUsual: true }, async (engine) => {
    const home = engine.env["HOME"] ?? "";
    // Only the first shell waits: commands of the agent read the profile, too.
    const profile = `trap 'touch ~/trapped; exit' TERM; mkdir ~/began && { sleep 300 & wait; }\n`;
    writeFileSync(join(home, ".bash_profile"), profile);
    const { env, ...place } = placeOf(engine);
    const options = { ...place, env: { ...env, SHELL: "/bin/bash" } };
    const { exit, left } = await runCli(["run", "--json", "Go"], options);
    expect({ exit, left, trapped: existsSync(join(home, "trapped")) }).toEqual({
      exit: 0,
      left: [],
      trapped: true,
    });
  });
});

test("what a check left behind goes with it", async () => {
  await withEngine({ scenario: DONE }, async (engine) => {
    const check = "setsid sleep 300 >/dev/null 2>&1 & true";
    const run = await runCli(["run", "--json", "--verify", check, "Go"], placeOf(engine));
    expect({ exit: run.exit, left: run.left }).toEqual({ exit: 0, left: [] });
  });
});
