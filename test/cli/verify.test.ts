import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { NO_WORK } from "../helpers/conversation.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { runCli, startCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

const patch = (text: string) => ({
  say: [{ patch: `*** Begin Patch\n${text}\n*** End Patch` }],
});
const WRONG = patch("*** Add File: answer.txt\n+wrong");
const RIGHT = patch("*** Update File: answer.txt\n@@\n-wrong\n+right");
const said = (text: string) => ({ say: [{ text }] });

/** An agent that gets it right when it is told. */
const LEARNS = {
  description: "is wrong first",
  responses: [WRONG, said("Done."), RIGHT, said("Now it is right.")],
};

const CHECK = "echo looking; grep right answer.txt || { echo not right >&2; exit 7; }";

async function verified(engine: Engine, args: readonly string[] = []) {
  const run = await runCli(
    ["run", "--json", "-s", "workspace-write", "--verify", CHECK, ...args, "Go"],
    placeOf(engine),
  );
  const events = readLines<Event>(run.stdout);
  return { ...run, events, last: events.at(-1) };
}

const check = (attempt: number, passed: boolean) => ({
  type: "verify.completed",
  command: CHECK,
  attempt,
  passed,
  exit_code: passed ? 0 : 7,
  output: passed ? "looking\nright" : "looking\nnot right",
  duration_ms: expect.any(Number) as number,
});

test("an agent whose work fails its check goes on until it passes", async () => {
  await withEngine({ scenario: LEARNS }, async (engine) => {
    const diff = join(engine.dir, "diff");
    const { exit, events, last, left } = await verified(engine, ["--diff-file", diff]);
    const item = (type: string, id: string, kind: string) => [type, id, kind];
    expect({
      exit,
      left,
      story: events.map((event) => {
        const { id, type } = (event["item"] ?? {}) as { id?: string; type?: string };
        return id === undefined ? event.type : item(event.type, id, type ?? "");
      }),
      checks: events.filter(({ type }) => type === "verify.completed"),
      final: last?.["final_message"],
      work: last?.["work"],
      usage: last?.["turn_usage"],
    }).toEqual({
      exit: 0,
      left: [],
      story: [
        "thread.started",
        "turn.started",
        item("item.started", "item_0", "file_change"),
        item("item.completed", "item_0", "file_change"),
        item("item.completed", "item_1", "agent_message"),
        "verify.started",
        "verify.completed",
        "turn.started",
        item("item.started", "item_2", "file_change"),
        item("item.completed", "item_2", "file_change"),
        item("item.completed", "item_3", "agent_message"),
        "verify.started",
        "verify.completed",
        "turn.completed",
      ],
      checks: [check(1, false), check(2, true)],
      final: "Now it is right.",
      work: { ...NO_WORK, files_changed: 1 },
      // Four answers of the scripted model, the same for each.
      usage: (last as { usage?: unknown }).usage,
    });
    // The model was told what failed, and how.
    const told = JSON.stringify(engine.model.requests[2]?.body);
    expect(told.includes("looking\\nnot right")).toBe(true);
    expect(told.includes("it failed (exit 7)")).toBe(true);
    // Both changes, one after the other, are what the run did.
    await rm(join(engine.workdir, "answer.txt"));
    execFileSync("git", ["apply", diff], { cwd: engine.workdir });
    expect(readFileSync(join(engine.workdir, "answer.txt"), "utf8")).toBe("right\n");
  });
});

test("work that never passes is exit 3, with one last event", async () => {
  const never = { ...LEARNS, responses: [WRONG, said("One."), said("Two."), said("Three.")] };
  await withEngine({ scenario: never }, async (engine) => {
    const { exit, events, last } = await verified(engine);
    expect({
      exit,
      checks: events.filter(({ type }) => type === "verify.completed"),
      ends: events.filter(({ type }) => /^turn\.(completed|failed)$/.test(type)).length,
      cause: last?.["cause"],
      problem: last?.["problem"],
      final: last?.["final_message"],
      asked: engine.model.requests.length,
    }).toEqual({
      exit: 3,
      checks: [check(1, false), check(2, false), check(3, false)],
      ends: 1,
      cause: "verify_failed",
      problem: `--verify ${CHECK}: still fails after 3 turns (exit 7)`,
      final: "Three.",
      asked: 4,
    });
  });
});

test("without retries a check costs no turn", async () => {
  await withEngine({ scenario: LEARNS }, async (engine) => {
    const { exit, last } = await verified(engine, ["--verify-retries", "0"]);
    expect([exit, last?.["problem"], engine.model.requests.length]).toEqual([
      3,
      `--verify ${CHECK}: still fails after 1 turn (exit 7)`,
      2,
    ]);
  });
});

test("a turn that failed is not checked", async () => {
  const fails = { description: "fails", responses: [{ http: { status: 400, body: {} } }] };
  await withEngine({ scenario: fails }, async (engine) => {
    const { exit, events } = await verified(engine);
    expect([
      exit,
      events.map(({ type }) => type).filter((type) => type.includes("verify")),
    ]).toEqual([1, []]);
  });
});

test("a check that takes too long has failed, and is gone", async () => {
  await withEngine({ scenario: LEARNS }, async (engine) => {
    const slow = ["--verify", "sleep 600", "--verify-timeout", "200ms", "--verify-retries", "0"];
    const run = await runCli(
      ["run", "-q", "-s", "workspace-write", ...slow, "Go"],
      placeOf(engine),
    );
    expect(run).toEqual({
      exit: 3,
      stdout: "Done.\n",
      stderr: "turnpipe: --verify sleep 600: still fails after 1 turn (not done within 0.2 s)\n",
      left: [],
    });
  });
});

test("Ctrl-C while a check runs ends both", async () => {
  await withEngine({ scenario: LEARNS }, async (engine) => {
    const running = startCli(["run", "--json", "--verify", "sleep 600", "Go"], placeOf(engine));
    await running.line(/verify\.started/);
    running.kill("SIGINT");
    const { exit, stdout, left } = await running.done;
    const last = readLines<Event>(stdout).at(-1) as { error?: { cause?: string } };
    expect([exit, last.error?.cause, left]).toEqual([130, "interrupted", []]);
  });
});

test("people see each check", async () => {
  await withEngine({ scenario: LEARNS }, async (engine) => {
    const { exit, stdout, stderr } = await runCli(
      ["run", "-s", "workspace-write", "--verify", CHECK, "Go"],
      placeOf(engine),
    );
    const lines = stderr.split("\n").map((line) => line.replace(/ +\S* ?·? ?\d+(\.\d+)?m?s$/, ""));
    expect([exit, stdout]).toEqual([0, "Now it is right.\n"]);
    expect(lines.filter((line) => /verify|looking|not right|Done/.test(line))).toEqual([
      "Done.",
      expect.stringMatching(/^✗ verify: echo looking; grep right/) as string,
      "  looking",
      "  not right",
      expect.stringMatching(/^✓ verify: echo looking; grep right/) as string,
    ]);
  });
});
