import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { NO_USAGE, NO_WORK } from "../helpers/conversation.js";
import { withEngine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { untilRuns } from "../helpers/processes.js";
import { startCli } from "../helpers/run-cli.js";

const SILENT: Scenario = {
  description: "A model that never says a word.",
  responses: [{ say: [], end: "hang" }],
};
const SLEEPING: Scenario = {
  description: "A tool server, a command that outlives any test, then silence.",
  config: {
    "mcp_servers.tools.command": '"node"',
    "mcp_servers.tools.args": '["{mcp_server}"]',
    "mcp_servers.tools.required": "true",
  },
  responses: [{ say: [{ exec: "sleep 300", yield_time_ms: 250 }] }, { say: [], end: "hang" }],
};

test.each([
  ["SIGINT", "interrupted", 130],
  ["SIGTERM", "terminated", 143],
  ["SIGHUP", "hangup", 129],
] as const)("%s ends a turn of the real engine in order", async (signal, cause, exit) => {
  await withEngine({ scenario: SILENT }, async ({ codexPath, env, workdir }) => {
    const running = startCli(["run", "--json", "--codex", codexPath, "Go"], { cwd: workdir, env });
    await running.line(/turn\.started/);
    running.kill(signal);
    const { stdout, ...rest } = await running.done;
    const events = readLines<Event>(stdout);
    expect({ ...rest, types: events.map(({ type }) => type), last: events.at(-1) }).toEqual({
      exit,
      types: ["thread.started", "turn.started", "turn.failed"],
      last: {
        type: "turn.failed",
        error: {
          message: `stopped by ${signal}`,
          cause,
          retryable: false,
          http_status: null,
          resets_at: null,
        },
        exit_code: exit,
        duration_ms: expect.any(Number) as number,
        thread_id: events[0]?.["thread_id"],
        turn_id: expect.any(String) as string,
        work: NO_WORK,
        turn_usage: NO_USAGE,
        rate_limits: null,
        model_rerouted: null,
        final_message: null,
        partial: true,
      },
      stderr: `turnpipe: stopped by ${signal}\n`,
      left: [],
    });
  });
});

test("a command and a tool server go with the run that started them", async () => {
  await withEngine({ scenario: SLEEPING }, async ({ codexPath, env, workdir }) => {
    const running = startCli(["run", "--json", "--codex", codexPath, "Go"], { cwd: workdir, env });
    await untilRuns(running.marker, "sleep 300");
    running.kill("SIGTERM");
    const { stdout, ...rest } = await running.done;
    expect({ ...rest, last: readLines<Event>(stdout).at(-1)?.type }).toEqual({
      exit: 143,
      stderr: "turnpipe: stopped by SIGTERM\n",
      left: [],
      last: "turn.failed",
    });
  });
});

test("a command and a tool server go with a run that a second signal ends", async () => {
  await withEngine({ scenario: SLEEPING }, async ({ codexPath, env, workdir }) => {
    const running = startCli(["run", "--json", "--codex", codexPath, "Go"], { cwd: workdir, env });
    await untilRuns(running.marker, "sleep 300");
    running.kill("SIGTERM");
    running.kill("SIGINT");
    const { exit, left } = await running.done;
    // The system delivers them in an order of its own.
    expect({ exit: ["SIGINT", "SIGTERM"].includes(String(exit)), left }).toEqual({
      exit: true,
      left: [],
    });
  });
});
