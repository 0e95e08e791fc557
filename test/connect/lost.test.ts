import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { withEngine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { runCli, startCli } from "../helpers/run-in-process.js";
import { withRunningServer } from "../helpers/running-server.js";

const BUSY: Scenario = {
  description: "A command that outlives any test, and an answer for whoever continues.",
  responses: [{ say: [{ exec: "sleep 300" }] }, { say: [{ text: "Here again." }] }],
};

test("a turn whose server is killed is exit 5 with its thread, also if another server takes over", async () => {
  await withEngine({ scenario: BUSY }, async (engine) => {
    const { workdir: cwd, env } = engine;
    const listen = `unix://${join(engine.dir, "s.sock")}`;
    const args = ["run", "--json", "--connect", listen, "Go"];
    const killed = await withRunningServer(engine, { listen }, async ({ kill }) => {
      const running = startCli(args, { cwd, env });
      await running.line(/item\.started/);
      await kill();
      return running;
    });
    // The next one listens before the first client gives up.
    await withRunningServer(engine, { listen }, async () => {
      const { exit, stdout, stderr } = await killed.done;
      const [started, ...events] = readLines<Event>(stdout);
      const id = String(started?.["thread_id"]);
      expect({ exit, last: events.at(-1), stderr }).toEqual({
        exit: 5,
        last: expect.objectContaining({
          type: "turn.failed",
          error: expect.objectContaining({
            message: `the app-server was restarted: the turn on thread ${id} is gone`,
            cause: "server_crashed",
          }) as unknown,
          thread_id: id,
        }) as unknown,
        stderr: expect.stringContaining(`hint: continue with: turnpipe resume ${id}`) as unknown,
      });
      const resumed = await runCli(["resume", id, "-q", "--connect", listen, "More"], { cwd, env });
      expect(resumed).toEqual({ exit: 0, stdout: "Here again.\n", stderr: "", left: [] });
    });
  });
});

test("Ctrl-C ends the turn and what it left in the background, and the server goes on", async () => {
  const scenario: Scenario = {
    description: "A command that goes on in the background, and then silence.",
    responses: [{ say: [{ exec: "sleep 301", yield_time_ms: 250 }] }, { say: [], end: "hang" }],
  };
  await withEngine({ scenario }, async (engine) => {
    const { workdir: cwd, env } = engine;
    const listen = `unix://${join(engine.codexHome, "app-server-control/app-server-control.sock")}`;
    await withRunningServer(engine, { listen: "unix://" }, async () => {
      const running = startCli(["run", "--json", "--connect", "auto", "Go"], { cwd, env });
      await running.line(/item\.started/);
      running.kill("SIGINT");
      const { exit, stdout } = await running.done;
      expect([exit, readLines<Event>(stdout).at(-1)?.type]).toEqual([130, "turn.failed"]);
      const doctor = await runCli(["models", "--check", "gpt-6-sol", "--connect", listen], {
        cwd,
        env,
      });
      expect(doctor.exit).toBe(0);
    });
  });
});
