import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../../src/demo/scenario.js";
import { placeOf, withEngine, type Engine } from "../../helpers/engine.js";
import { MARKER, untilRuns } from "../../helpers/processes.js";
import { runCli, startCli, type Running } from "../../helpers/run-cli.js";

const SLEEPS: Scenario = {
  description: "runs a command for ever",
  responses: [{ say: [{ exec: "sleep 300", yield_time_ms: 250 }] }, { say: [], end: "hang" }],
  // A run that is killed late has had both.
  then: "repeat-last",
};
const DONE: Scenario = {
  description: "is done at once",
  responses: [{ say: [{ text: "Done." }] }],
};

const MADE = [".agents", ".aws", ".codex"];
const NOT_LOADED =
  "warning: the repository's own .codex (config, hooks, MCP servers, rules) is not loaded:" +
  " it is not trusted (--trust trusted loads it)\n";

/** A run that writes, in the middle of a command. */
async function inCommand(engine: Engine, args: readonly string[] = []): Promise<Running> {
  const running = startCli(["run", "--json", "-s", "workspace-write", ...args, "Go"], {
    ...placeOf(engine),
    graceMs: 10_000,
  });
  await untilRuns(running.marker, "sleep 300");
  return running;
}

/** Kills the server of a run, and nothing else. */
function killServer(marker: string): void {
  const isIt = (pid: string): boolean =>
    text(`/proc/${pid}/environ`).includes(`${MARKER}=${marker}`) &&
    text(`/proc/${pid}/cmdline`).includes("/codex\0app-server\0");
  const found = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isIt(name));
  for (const pid of found) process.kill(Number(pid), "SIGKILL");
}

function text(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

const STOPS: Readonly<Record<string, (running: Running) => void>> = {
  SIGINT: (running) => running.kill("SIGINT"),
  SIGTERM: (running) => running.kill("SIGTERM"),
  SIGHUP: (running) => running.kill("SIGHUP"),
  "two signals": (running) => {
    running.kill("SIGINT");
    running.kill("SIGTERM");
  },
  "a server that is killed": ({ marker }) => killServer(marker),
  "--timeout": () => undefined,
};

test.concurrent.each(Object.keys(STOPS))("%s leaves the repository as it was", async (how) => {
  await withEngine({ scenario: SLEEPS }, async (engine) => {
    const before = readdirSync(engine.workdir);
    const running = await inCommand(engine, how === "--timeout" ? ["--timeout", "10s"] : []);
    const during = readdirSync(engine.workdir);
    STOPS[how]?.(running);
    const { left } = await running.done;
    expect({ during, after: readdirSync(engine.workdir), left }).toEqual({
      during: [...before, ...MADE].sort(),
      after: before,
      left: [],
    });
  });
});

test.concurrent("directories that were there before stay, empty or not", async () => {
  await withEngine({ scenario: SLEEPS }, async (engine) => {
    mkdirSync(join(engine.workdir, ".agents"));
    mkdirSync(join(engine.workdir, ".codex"));
    writeFileSync(join(engine.workdir, ".codex", "notes"), "");
    const before = readdirSync(engine.workdir, { recursive: true });
    const running = await inCommand(engine);
    running.kill("SIGTERM");
    await running.done;
    expect(readdirSync(engine.workdir, { recursive: true })).toEqual(before);
  });
});

test.concurrent(
  "what kill -9 left goes with the next run, which has nothing to warn of",
  async () => {
    await withEngine({ scenario: SLEEPS }, async (engine) => {
      const before = readdirSync(engine.workdir);
      const killed = await inCommand(engine);
      killed.kill("SIGKILL");
      await killed.done;
      const between = readdirSync(engine.workdir);
      const args = ["run", "--json", "-s", "workspace-write", "Go"];
      const next = startCli(args, placeOf(engine));
      await next.line(/turn\.started/);
      next.kill("SIGTERM");
      const { stderr } = await next.done;
      expect({ between, after: readdirSync(engine.workdir), stderr }).toEqual({
        between: [...before, ...MADE].sort(),
        after: before,
        stderr: "turnpipe: stopped by SIGTERM\n",
      });
    });
  },
);

test.concurrent.each([
  ["an empty one", [".codex"], ""],
  ["two empty ones", [".codex", "sub/.codex"], ""],
  ["one with an empty folder", [".codex/rules"], NOT_LOADED],
  ["an empty one and one that is not", [".codex", "sub/.codex/rules"], NOT_LOADED],
])("a repository whose .codex is %s", async (_, folders, stderr) => {
  await withEngine({ scenario: DONE }, async (engine) => {
    const cwd = join(engine.workdir, "sub");
    for (const folder of ["sub", ...folders]) {
      mkdirSync(join(engine.workdir, folder), { recursive: true });
    }
    const run = await runCli(["run", "--json", "Go"], { ...placeOf(engine), cwd });
    expect({ exit: run.exit, stderr: run.stderr }).toEqual({ exit: 0, stderr });
  });
});
