import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, withEngine } from "../helpers/engine.js";
import { MARKER, untilRuns } from "../helpers/processes.js";
import { startCli, type CliOptions, type Running } from "../helpers/run-cli.js";

const FULL = ["-s", "danger-full-access"];
const HANGS: Scenario["responses"][number] = { say: [], end: "hang" };
const SLEEP = { say: [{ exec: "sleep 300", yield_time_ms: 250 }] };
const SILENT: Scenario = { description: "says nothing", responses: [HANGS] };
const SLEEPS: Scenario = { description: "runs a command for ever", responses: [SLEEP, HANGS] };
const DONE: Scenario = {
  description: "is done at once",
  responses: [{ say: [{ text: "Done." }] }],
};
const TOOLS: Scenario = {
  ...SLEEPS,
  config: {
    "mcp_servers.tools.command": '"node"',
    "mcp_servers.tools.args": '["{mcp_server}"]',
    "mcp_servers.tools.required": "true",
    // A tool server inherits next to nothing: this lets us find it.
    "mcp_servers.tools.env_vars": `["${MARKER}"]`,
  },
};
const ASKS: Scenario = {
  description: "wants to leave the sandbox",
  responses: [
    { say: [{ exec: "touch ../outside", sandbox_permissions: "require_escalated" }] },
    HANGS,
  ],
};

const sleeps = (running: Running): Promise<void> => untilRuns(running.marker, /^sleep 300$/);

test.each<{
  when: string;
  scenario: Scenario;
  args: readonly string[];
  until: (running: Running) => Promise<unknown>;
  options?: CliOptions;
}>([
  {
    when: "while it waits for a prompt",
    scenario: SILENT,
    args: [],
    until: ({ marker }) => untilRuns(marker, / app-server/),
    options: { stdin: "open" },
  },
  {
    when: "in a turn",
    scenario: SILENT,
    args: ["Go"],
    until: (running) => running.line(/turn\.started/),
  },
  { when: "while a command runs", scenario: SLEEPS, args: [...FULL, "Go"], until: sleeps },
  {
    when: "while a command runs in a sandbox",
    scenario: SLEEPS,
    args: ["-s", "read-only", "Go"],
    until: sleeps,
  },
  {
    when: "while a tool server runs",
    scenario: TOOLS,
    args: [...FULL, "Go"],
    until: async (running) => {
      await untilRuns(running.marker, /mcp-server\.mjs$/);
      await sleeps(running);
    },
  },
  {
    when: "while it checks the work",
    scenario: DONE,
    args: ["--verify", "sleep 300; true", "Go"],
    until: sleeps,
  },
  {
    when: "while a program decides",
    scenario: ASKS,
    args: ["-s", "workspace-write", "--approve", "exec:sleep 300; true", "Go"],
    until: sleeps,
  },
])("kill -9 $when leaves nothing running", async ({ scenario, args, until, options }) => {
  await withEngine({ scenario }, async (engine) => {
    // A server may take five seconds to notice the end of its input.
    const place = { ...placeOf(engine), graceMs: 10_000 };
    const running = startCli(["run", "--json", ...args], { ...place, ...options });
    await until(running);
    running.kill("SIGKILL");
    const { exit, left } = await running.done;
    expect({ exit, left }).toEqual({ exit: "SIGKILL", left: [] });
  });
});
