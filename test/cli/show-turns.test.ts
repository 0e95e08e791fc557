import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import { threadFile } from "../helpers/asked.js";
import { departures } from "../helpers/differential.js";
import { offences } from "../helpers/event-lines.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { readLines, writeLines, type Event } from "../helpers/fixture.js";
import { untilRuns } from "../helpers/processes.js";
import { runCli, startCli } from "../helpers/run-in-process.js";
import { asStored, shownLines, type LiveRun } from "../helpers/stored.js";
import { answer, CHANGED, raw } from "./reviewer.js";

const script = (...responses: Scenario["responses"]): Scenario => ({
  description: "What the test says.",
  responses,
});
const WORKING = script(
  { say: [{ exec: "echo 1" }] },
  { say: [{ text: "One." }] },
  { say: [{ text: "Two." }] },
  { say: [{ exec: "exit 3" }] },
  { say: [{ text: "Three." }] },
);
const HANGING = script(
  { say: [{ text: "Let me see.", phase: "commentary" }, { exec: "echo 1" }] },
  { say: [], end: "hang" },
);
const CHATTY: Scenario = { ...script({ say: [{ text: "Yes." }] }), then: "repeat-last" };

test("turns come in order, each as it ran, with ids of their own", async () => {
  await withEngine({ scenario: WORKING }, async (engine) => {
    const runs = [await run(engine, "First")];
    for (const prompt of ["Second", "Third,\nwith  two lines"]) {
      runs.push(await resumed(engine, runs, prompt));
    }
    expect(await shown(engine, idOf(runs))).toEqual(asStored(runs));
  });
});

test("turns of more than one page are all there, once", async () => {
  await withEngine({ scenario: CHATTY }, async (engine) => {
    const runs = [await run(engine, "Turn 1")];
    for (const turn of [2, 3, 4, 5, 6]) {
      runs.push(await resumed(engine, runs, `Turn ${String(turn)}`));
    }
    expect(await shown(engine, idOf(runs))).toEqual(asStored(runs));
  });
});

test("an archived thread is shown as before", async () => {
  await withEngine({ scenario: WORKING }, async (engine) => {
    const runs = [await run(engine, "First")];
    const archived = await runCli(["threads", "archive", idOf(runs)], placeOf(engine));
    expect({ exit: archived.exit, events: await shown(engine, idOf(runs)) }).toEqual({
      exit: 0,
      events: asStored(runs),
    });
  });
});

test("the moment a turn began is the one it was", async () => {
  await withEngine({ scenario: CHATTY }, async (engine) => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const first = await run(engine, "First");
    const after = Date.now();
    const { stdout } = await show(engine, idOf([first]));
    const at = Date.parse(String(readLines<Event>(stdout)[1]?.["started_at"]));
    expect({ early: at < before, late: at > after }).toEqual({ early: false, late: false });
  });
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "a turn that %s ended in the middle was interrupted",
  async (signal) => {
    await withEngine({ scenario: HANGING }, async (engine) => {
      const running = startCli(["run", "--json", "Go"], placeOf(engine));
      await running.line(/item\.completed.*command_execution/);
      running.kill(signal);
      const { stdout } = await running.done;
      const live = [{ stdout, prompt: "Go" }];
      const events = await shown(engine, idOf(live));
      expect({ events, last: events.at(-1)?.["error"] }).toEqual({
        events: asStored(live),
        last: {
          message: "the turn was interrupted",
          cause: "interrupted",
          retryable: false,
          http_status: null,
          resets_at: null,
        },
      });
    });
  },
);

// An interrupt leaves the command running. The server ends it when it is ended itself, stores it then, and
// sometimes is gone before that (so is codex exec): its file says which, and what is in it has to be shown.
test("a command that ran when the turn was interrupted has begun, if the server stored it", async () => {
  const scenario = script({ say: [{ exec: "sleep 300", yield_time_ms: 250 }] }, HANG);
  await withEngine({ scenario }, async (engine) => {
    const running = startCli(["run", "--json", "Go"], placeOf(engine));
    await untilRuns(running.marker, "sleep 300");
    await running.line(/item\.started/);
    running.kill("SIGINT");
    const { stdout } = await running.done;
    const live = [{ stdout, prompt: "Go" }];
    const isStored = (await threadFile(engine, idOf(live))).includes('"type":"CommandExecution"');
    const [head, turn, begun, failed] = asStored(live);
    const work = failed?.["work"] as object;
    expect(await shown(engine, idOf(live))).toEqual([
      ...[head, turn],
      ...(isStored ? [begun, { type: "item.completed", item: killed(begun?.["item"]) }] : []),
      { ...failed, work: { ...work, commands_failed: isStored ? 1 : 0 } },
    ]);
  });
});

test("what was said in the middle of a turn is shown", async () => {
  const scenario = script({ say: [{ exec: "cat gate" }] }, { say: [{ text: "Steered." }] });
  await withEngine({ scenario }, async (engine) => {
    const [gate, steering] = ["gate", "steering"].map((name) => join(engine.workdir, name));
    execFileSync("mkfifo", [String(gate), String(steering)]);
    const wish = ["run", "--json", "--steer-from", "steering", "Go"];
    const running = startCli(wish, placeOf(engine));
    await running.line(/item\.started/);
    await writeFile(String(steering), '{"text":"Mind the gap."}\n');
    await running.line(/steer\.accepted/);
    await writeFile(String(gate), "open\n");
    const { stdout } = await running.done;
    const events = await shown(engine, idOf([{ stdout, prompt: "Go" }]));
    expect(events[1]).toMatchObject({ prompt: "Go" });
    expect(JSON.stringify(events)).toContain("Mind the gap.");
  });
});

test("a turn that still runs elsewhere is not said to have been interrupted", async () => {
  const scenario = script({ say: [{ text: "One." }] }, ...HANGING.responses);
  await withEngine({ scenario }, async (engine) => {
    const first = await run(engine, "First");
    const id = idOf([first]);
    const running = startCli(["resume", id, "--json", "Second"], placeOf(engine));
    await running.line(/item\.completed.*command_execution/);
    const events = await shown(engine, id);
    running.kill("SIGINT");
    await running.done;
    expect(events.slice(0, 4)).toEqual(asStored([first]));
    expect(JSON.stringify(events.slice(4))).not.toContain("the turn was interrupted");
  });
});

test("a thread of codex exec is shown as codex exec told it, and more", async () => {
  await withEngine({ scenario: "include-everything" }, async (engine) => {
    const theirs = await engine.exec(["--sandbox", "workspace-write", "Do it."]);
    const live = [{ stdout: theirs.stdout, prompt: "Do it." }];
    const events = await shown(engine, idOf(live));
    // Their lines lack what turnpipe adds, so ours may only be longer.
    const bare = asStored(live).filter(({ type }) => type.startsWith("item."));
    const ours = events.filter(({ type }) => type.startsWith("item."));
    expect(departures(texts(bare), texts(ours))).toEqual([]);
    expect(events.at(1)).toMatchObject({ type: "turn.started", prompt: "Do it." });
    expect(events.at(-1)).toMatchObject({ final_message: "Everything is done.", exit_code: 0 });
  });
});

test("a review is one turn, with what the reviewer did", async () => {
  const scenario = script({ say: [{ exec: "git diff" }] }, { say: [{ text: answer(raw(1)) }] });
  await withEngine({ scenario }, async (engine) => {
    await writeFile(join(engine.workdir, "hello.txt"), CHANGED);
    const { stdout } = await runCli(["review", "--json"], placeOf(engine));
    const live = [{ stdout, prompt: REVIEW }];
    expect(await shown(engine, idOf(live))).toEqual(asStored(live));
  });
});

test("a thread that was summed up in between has a turn for it that says nothing", async () => {
  await withEngine({ scenario: CHATTY }, async (engine) => {
    const first = await run(engine, "First");
    const { stdout } = await runCli(
      ["threads", "compact", idOf([first]), "--json"],
      placeOf(engine),
    );
    const runs = [first, { stdout, prompt: null }];
    expect(await shown(engine, idOf(runs))).toEqual(asStored(runs));
  });
});

// Items are stored in the order of their ends: of two starts in one millisecond nobody knows the first.
test("commands of one answer end in the order they had, each after its beginning", async () => {
  const slow = { exec: "sleep 0.6; echo slow", yield_time_ms: 5000 };
  const scenario = script({ say: [slow, { exec: "echo fast" }] }, { say: [{ text: "Both." }] });
  await withEngine({ scenario }, async (engine) => {
    const runs = [await run(engine, "Go")];
    const events = await shown(engine, idOf(runs));
    const expected = asStored(runs);
    expect(nameless(events, "item.completed")).toEqual(nameless(expected, "item.completed"));
    expect(nameless(events, "item.started").sort()).toEqual(
      nameless(expected, "item.started").sort(),
    );
    expect(endedUnbegun(events)).toEqual([]);
  });
});

test.each([
  ["with", ["--include", "diff"]],
  ["without", []],
])("file changes come %s their diffs, as they were asked for", async (_, include) => {
  await withEngine({ scenario: "patch-update-delete-move" }, async (engine) => {
    const runs = [await run(engine, "Go", ["--sandbox", "workspace-write", ...include])];
    const events = await shown(engine, idOf(runs), include);
    expect(events).toEqual(asStored(runs));
    expect(JSON.stringify(events).includes('"diff":')).toBe(include.length > 0);
  });
});

/** A command as it is stored when its server killed it: the status is that of the signal, or -1 if unknown. */
const killed = (item: unknown): object => ({
  ...(item as object),
  exit_code: expect.toBeOneOf([-1, 137, 143]) as number,
  status: "failed",
  duration_ms: expect.any(Number) as number,
});

const HANG = { say: [], end: "hang" } as const satisfies Scenario["responses"][number];
const REVIEW =
  "Review the current code changes (staged, unstaged, and untracked files) and provide prioritized findings.";

async function run(engine: Engine, prompt: string, flags: readonly string[] = []) {
  const { stdout } = await runCli(["run", "--json", ...flags, prompt], placeOf(engine));
  return { stdout, prompt };
}

async function resumed(engine: Engine, runs: readonly LiveRun[], prompt: string) {
  const { stdout } = await runCli(["resume", idOf(runs), "--json", prompt], placeOf(engine));
  return { stdout, prompt };
}

const show = (engine: Engine, id: string, flags: readonly string[] = []) =>
  runCli(["threads", "show", id, "--turns", "--json", ...flags], placeOf(engine));

/** The stored lines, after a look at whether all was well. */
async function shown(engine: Engine, id: string, flags: readonly string[] = []): Promise<Event[]> {
  const { stdout, ...rest } = await show(engine, id, flags);
  expect(rest).toEqual({ exit: 0, stderr: "", left: [] });
  expect(stdout.split("\n").slice(0, -1).flatMap(offences)).toEqual([]);
  return shownLines(stdout);
}

const idOf = ([first]: readonly LiveRun[]): string =>
  String(readLines<Event>(first?.stdout ?? "")[0]?.["thread_id"]);

const texts = (events: readonly Event[]): string[] => writeLines(events).trimEnd().split("\n");

/** The lines of one kind without ids, which go by the order of beginnings. */
const nameless = (events: readonly Event[], kind: string): string[] =>
  events
    .filter(({ type }) => type === kind)
    .map(({ item }) => JSON.stringify({ ...(item as object), id: "" }));

/** Commands that ended before they began. */
const endedUnbegun = (events: readonly Event[]): unknown[] => {
  const commands = events
    .map(({ type, item }) => ({ type, ...(item as { id?: string; command?: string }) }))
    .filter(({ command }) => command !== undefined);
  return commands.filter(
    ({ type, id }, at) =>
      type === "item.completed" && !commands.slice(0, at).some((earlier) => earlier.id === id),
  );
};
