import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { type CliOptions, startOnTerminal } from "../helpers/run-cli.js";
import { runCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";
import { ONE, wants, work } from "./asking.js";

const withEngine = sharedEngines();

const PATCH = "*** Begin Patch\n*** Add File: new.txt\n+hello\n*** End Patch";
/** Makes a change, and stops in the middle of a sentence. */
const STALLS: Scenario = {
  description: "A change, and half of an answer.",
  responses: [
    { say: [{ patch: PATCH }] },
    { say: [{ text: "Half of an answer", pieces: 2, unfinished: true }], end: "hang" },
  ],
};
const SILENT: Scenario = {
  description: "Never a word.",
  responses: [{ say: [], end: "hang" }],
};
const late = (message: string) => ({
  message,
  cause: "timeout",
  retryable: false,
  http_status: null,
  resets_at: null,
});

/** How a run ended, without what differs from run to run. */
async function ended(engine: Engine, args: readonly string[], options: CliOptions = {}) {
  const all = { ...placeOf(engine), ...options };
  const { stdout, ...rest } = await runCli(["run", "--json", ...args], all);
  const events = readLines<Event>(stdout);
  const last = events.at(-1);
  const run = {
    ...rest,
    types: events.map(({ type }) => type),
    error: last?.["error"],
    final: last?.["final_message"],
    partial: last?.["partial"],
    code: last?.["exit_code"],
  };
  return { run, last };
}

const CUT = { exit: 124, left: [], code: 124, partial: true };

test("--timeout in the middle of a message keeps what there is, and says that it is partial", async () => {
  await withEngine({ scenario: STALLS }, async (engine) => {
    const [answer, diff, result] = ["answer", "diff", "result"].map((name) =>
      join(engine.dir, name),
    ) as [string, string, string];
    const files = ["-o", answer, "--diff-file", diff, "--result", result];
    const args = ["-s", "workspace-write", "--timeout", "4s", ...files, "Go"];
    const { run, last } = await ended(engine, args);
    const why = "not done within 4 s (--timeout)";
    expect(run).toEqual({
      ...CUT,
      stderr: `turnpipe: ${why}\n`,
      types: ["thread.started", "turn.started", "item.started", "item.completed", "turn.failed"],
      error: late(why),
      final: "Half of an answer",
    });
    expect(last?.["work"]).toEqual(work({ files_changed: 1 }));
    expect(JSON.parse(readFileSync(result, "utf8"))).toEqual(last);
    expect([answer, diff].map((path) => readFileSync(path, "utf8"))).toEqual([
      "Half of an answer",
      expect.stringMatching(/^diff --git a\/new\.txt b\/new\.txt\n[^]*\n\+hello\n$/) as string,
    ]);
  });
});

test("--idle-timeout ends a model that does not say a word", async () => {
  await withEngine({ scenario: SILENT }, async (engine) => {
    const { run } = await ended(engine, ["--idle-timeout", "700ms", "Go"]);
    const why = "no activity for 0.7 s (--idle-timeout)";
    expect(run).toEqual({
      ...CUT,
      stderr: `turnpipe: ${why}\n`,
      types: ["thread.started", "turn.started", "turn.failed"],
      error: late(why),
      final: null,
    });
  });
});

test("--idle-timeout is no matter for a command, however silent", async () => {
  const scenario: Scenario = {
    description: "A long command, and a quick answer.",
    responses: [{ say: [{ exec: "sleep 2.5" }] }, { say: [{ text: "Done." }] }],
  };
  await withEngine({ scenario }, async (engine) => {
    const { run } = await ended(engine, ["--idle-timeout", "2s", "Go"]);
    const { exit, final, error } = run;
    expect({ exit, final, error }).toEqual({ exit: 0, final: "Done.", error: undefined });
  });
});

test("--tool-timeout ends a command that hangs, and names it", async () => {
  const scenario: Scenario = {
    description: "A command that hangs.",
    responses: [{ say: [{ text: "Let me see." }, { exec: "sleep 600" }] }],
  };
  await withEngine({ scenario }, async (engine) => {
    const { last, run: whole } = await ended(engine, ["--tool-timeout", "500ms", "Go"]);
    const { types, ...run } = whole;
    const { command } = readCommand(last);
    const why = `the command ${JSON.stringify(command)} ran for more than 0.5 s (--tool-timeout)`;
    expect(run).toEqual({
      ...CUT,
      stderr: `turnpipe: ${why}\n`,
      error: late(why),
      final: "Let me see.",
    });
    // Whether the server still tells the end of the command is its own matter.
    expect([types.slice(0, 4), types.at(-1)]).toEqual([
      ["thread.started", "turn.started", "item.completed", "item.started"],
      "turn.failed",
    ]);
  });
});

const readCommand = (last: Event | undefined) => {
  const { message } = last?.["error"] as { message: string };
  return { command: JSON.parse(/"(?:[^"\\]|\\.)*"/.exec(message)?.[0] ?? '""') as string };
};

test("--timeout ends a run that waits for a prompt", async () => {
  await withEngine({ scenario: SILENT }, async (engine) => {
    const { run } = await ended(engine, ["--timeout", "1s", "-"], { stdin: "open" });
    const why = "not done within 1 s (--timeout)";
    expect({ ...run, stderr: run.stderr.split("\n").at(-2) }).toEqual({
      ...CUT,
      partial: false,
      stderr: `turnpipe: ${why}`,
      types: ["turn.failed"],
      error: late(why),
      final: null,
    });
  });
});

test("no clock runs while somebody at the terminal decides", async () => {
  await withEngine({ scenario: ONE }, async (engine) => {
    const clocks = ["--timeout", "4s", "--idle-timeout", "2s", "--tool-timeout", "2s"];
    const args = ["run", "-q", "-s", "read-only", "--approve", "ask", ...clocks, "Go"];
    const asking = startOnTerminal(args, placeOf(engine));
    await asking.shows(/turn: /);
    // Longer than every one of them: only a clock can tell that it did not run.
    await new Promise((resolve) => setTimeout(resolve, 4500));
    asking.type("y\r");
    const { exit, left, screen } = await asking.done;
    expect({ exit, left, done: screen.endsWith("Done.\r\n") }).toEqual({
      exit: 0,
      left: [],
      done: true,
    });
  });
});

test("a program that decides has no such patience", async () => {
  const scenario: Scenario = { ...ONE, responses: [{ say: [wants("touch made.txt")] }] };
  await withEngine({ scenario }, async (engine) => {
    const args = ["-s", "read-only", "--approve", "exec:sleep 600", "--timeout", "4s", "Go"];
    const { exit, left, error } = (await ended(engine, args)).run;
    expect({ exit, left, error }).toEqual({
      exit: 124,
      left: [],
      error: late("not done within 4 s (--timeout)"),
    });
  });
});
