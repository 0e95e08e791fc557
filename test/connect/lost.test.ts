import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { expect, test } from "vitest";
import { WebSocketServer } from "ws";

import type { Scenario } from "../../src/demo/scenario.js";
import { withEngine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { runCli, startCli } from "../helpers/run-in-process.js";
import { withRunningServer } from "../helpers/app-server.js";

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
  const seconds = `301.${String(process.pid)}`;
  const scenario: Scenario = {
    description: "A command that goes on in the background, and then silence.",
    responses: [
      { say: [{ exec: `sleep ${seconds}`, yield_time_ms: 250 }] },
      { say: [{ text: "It sleeps." }, { exec: "true" }] },
      { say: [], end: "hang" },
    ],
  };
  await withEngine({ scenario }, async (engine) => {
    const { workdir: cwd, env } = engine;
    await withRunningServer(engine, { listen: "unix://" }, async () => {
      const running = startCli(["run", "--json", "--connect", "auto", "Go"], { cwd, env });
      await running.line(/It sleeps/);
      expect(isRunning(seconds)).toBe(true);
      running.kill("SIGINT");
      const { exit, stdout } = await running.done;
      expect([exit, readLines<Event>(stdout).at(-1)?.type]).toEqual([130, "turn.failed"]);
      // The server sends it a signal before it responds; the process takes a moment to exit.
      await expect.poll(() => isRunning(seconds)).toBe(false);
      const models = ["models", "--check", "gpt-6-sol", "--connect", "unix://"];
      expect((await runCli(models, { cwd, env })).exit).toBe(0);
    });
  });
});

/** Whether a process has this argument. */
const isRunning = (argument: string): boolean =>
  readdirSync("/proc").some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(argument);
    } catch {
      return false;
    }
  });

test("a WebSocket server that is no app-server is exit 5", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket) => {
    socket.on("message", (data: Buffer) => socket.send(data.toString("utf8")));
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const address = `ws://127.0.0.1:${String(port)}`;
  expect(await runCli(["models", "--connect", address])).toEqual({
    exit: 5,
    stdout: "",
    stderr:
      "turnpipe: what listens there rejects initialize: initialize is not supported by turnpipe (code -32601)\n" +
      "hint: is it a codex app-server?\n",
    left: [],
  });
  server.close();
});
