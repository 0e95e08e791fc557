import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario } from "../../src/demo/scenario.js";
import {
  completed,
  ENDING,
  failed,
  message,
  OPENING,
  said,
  server,
  STARTED,
  turnEnds,
} from "../helpers/conversation.js";
import { placeOf, type Engine } from "../helpers/engine.js";
import { readLines, type Event, type Step } from "../helpers/fixture.js";
import { playIn, startIn, untilHeard, withFolder } from "../helpers/play.js";
import type { Running } from "../helpers/run-cli.js";
import { runCli, startCli } from "../helpers/run-in-process.js";
import { sharedEngines } from "../helpers/shared-engine.js";

const withEngine = sharedEngines();

/** The command lasts until the test opens the gate, so nothing here depends on time. */
const GATED: Scenario = {
  description: "A command that waits for the test, then an answer.",
  responses: [{ say: [{ exec: "cat gate" }] }, { say: [{ text: "Steered." }] }],
};
const SILENT: Scenario = {
  description: "A model that never says a word.",
  responses: [{ say: [], end: "hang" }],
  // More input may make the engine ask again.
  then: "repeat-last",
};

/** A line may come before the model has answered: it is then asked again, so often as it takes. */
const RESUMED: Scenario = {
  description: "A turn, and one more that waits for the test.",
  responses: [
    { say: [{ text: "Begun." }] },
    { say: [{ exec: "cat gate" }] },
    { when: "the gate is open", say: [{ text: "Steered." }] },
  ],
  then: "repeat-last",
};
const WELL = { exit: 0, stderr: "", left: [] };
const STEER: Step = { from: "client", message: { id: 3, method: "turn/steer" } };
const TAKEN = server({ id: 3, result: { turnId: "turn-1" } });
const REFUSED = server({ id: 3, error: { code: -32600, message: "no active turn to steer" } });
const REASON = "turn/steer: no active turn to steer (code -32600)";
const INTERRUPTED: readonly Step[] = [
  { from: "client", message: { id: 4, method: "turn/interrupt" } },
  server({ id: 4, result: {} }),
  turnEnds("interrupted"),
];

test("a line in a pipe reaches the model with its next request", async () => {
  await withEngine({ scenario: GATED }, async (engine) => {
    const path = pipeIn(engine.workdir, "pipe");
    const running = await started(engine, ["run", "--json", "--steer-from", "pipe", "Go"]);
    await write(path, '{"text":"Mind the 🧭."}\n');
    await running.line(/steer\.accepted/);
    const { stdout, ...rest } = await through(engine, running);
    expect({ ...rest, told: told(stdout), asked: askedLast(engine) }).toEqual({
      ...WELL,
      told: [
        "thread.started",
        "turn.started",
        "item.started",
        { type: "steer.accepted", text: "Mind the 🧭." },
        "item.completed",
        "item.completed",
        "turn.completed",
      ],
      asked: ["Go", "Mind the 🧭."],
    });
  });
});

test("writers come and go while a turn runs; a line that is none is refused and survived", async () => {
  await withEngine({ scenario: GATED }, async (engine) => {
    const path = pipeIn(engine.workdir, "pipe");
    const running = await started(engine, ["run", "--json", "--steer-from", "pipe", "Go"]);
    await write(path, '{"text":"one"}\n');
    await running.line(/"one"/);
    await write(path, '\n{"txt":"two"}\n{"text":"three"}\n');
    await running.line(/"three"/);
    const { stdout, ...rest } = await through(engine, running);
    expect({ ...rest, steered: steered(stdout), asked: askedLast(engine) }).toEqual({
      ...WELL,
      steered: [
        { type: "steer.accepted", text: "one" },
        { type: "steer.refused", text: null, reason: 'no "text" in {"txt":"two"}' },
        { type: "steer.accepted", text: "three" },
      ],
      asked: ["Go", "one", "three"],
    });
  });
});

test("a file is read to its end, also by resume, in a folder other than the turn's", async () => {
  await withEngine({ scenario: RESUMED }, async (engine) => {
    const sub = join(engine.workdir, "sub");
    mkdirSync(sub);
    await writeFile(join(sub, "more"), '{"text":"one"}\n\n{"text":"two"}');
    const first = await runCli(["run", "--json", "Begin"], placeOf(engine));
    const id = String(readLines<Event>(first.stdout)[0]?.["thread_id"]);
    const args = ["resume", "--json", "-C", "..", "--steer-from", "more", id, "Go"];
    const running = await started(engine, args, sub);
    await running.line(/"two"/);
    const { stdout, ...rest } = await through(engine, running);
    expect({ ...rest, steered: steered(stdout), asked: askedLast(engine) }).toEqual({
      ...WELL,
      steered: [
        { type: "steer.accepted", text: "one" },
        { type: "steer.accepted", text: "two" },
      ],
      asked: ["Begin", "Go", "one", "two"],
    });
  });
});

test("SIGINT ends a turn in order while its pipe is open and a writer is at half a line", async () => {
  await withEngine({ scenario: SILENT }, async (engine) => {
    const path = pipeIn(engine.workdir, "pipe");
    const args = ["run", "--json", "--steer-from", "pipe", "Go"];
    const running = startCli(args, placeOf(engine));
    const writer = await open(path, "r+");
    await writer.write('{"text":"hurry"}\n{"text":"ha');
    await running.line(/steer\.accepted/);
    running.kill("SIGINT");
    const { stdout, ...rest } = await running.done;
    await writer.close();
    expect({ ...rest, told: told(stdout) }).toEqual({
      exit: 130,
      stderr: "turnpipe: stopped by SIGINT\n",
      left: [],
      told: [
        "thread.started",
        "turn.started",
        { type: "steer.accepted", text: "hurry" },
        "turn.failed",
      ],
    });
  });
});

test("a line that the server refuses is reported with the reason, and the turn completes", async () => {
  await withFolder(async (dir) => {
    await writeFile(join(dir, "more"), '{"text":"one"}\n{"text":"two"}\n');
    const script = [...OPENING, STEER, REFUSED, STEER, TAKEN, message("Done"), ...ENDING];
    const run = await playIn(dir, script, ["run", "--json", "--steer-from", "more", "Go"]);
    expect(run).toEqual({
      ...WELL,
      events: [
        ...STARTED,
        { type: "steer.refused", text: "one", reason: REASON },
        { type: "steer.accepted", text: "two" },
        said("Done"),
        completed("Done"),
      ],
    });
  });
});

test("a line that is none is reported when the turn has started, not before", async () => {
  await withFolder(async (dir) => {
    await writeFile(join(dir, "more"), "oops\n");
    const script = [...OPENING, ...ENDING];
    const run = await playIn(dir, script, ["run", "--json", "--steer-from", "more", "Go"]);
    const oops = { type: "steer.refused", text: null, reason: "not JSON: oops" };
    expect(run).toEqual({ ...WELL, events: [...STARTED, oops, completed(null)] });
  });
});

test.each([
  ["completed", completed(null)],
  ["failed", failed({ message: "turn failed", cause: "failed", exit: 1 }, { duration_ms: 7 })],
] as const)(
  "a line that the end overtakes is refused before the last event: %s",
  async (...row) => {
    const [status, last] = row;
    await withFolder(async (dir) => {
      await writeFile(join(dir, "more"), '{"text":"one"}\noops\n');
      const script = [...OPENING, STEER, turnEnds(status), REFUSED, ...ENDING.slice(1)];
      const run = await playIn(dir, script, ["run", "--json", "--steer-from", "more", "Go"]);
      expect(run).toEqual({
        ...WELL,
        exit: last["exit_code"],
        events: [
          ...STARTED,
          { type: "steer.refused", text: "one", reason: REASON },
          { type: "steer.refused", text: null, reason: "not JSON: oops" },
          last,
        ],
      });
    });
  },
);

test("a line that comes when the turn is over is nobody's business", async () => {
  await withFolder(async (dir) => {
    const writer = await open(pipeIn(dir, "pipe"), "r+");
    const script = [...OPENING, message("Done"), ...ENDING];
    const args = ["run", "--json", "--steer-from", "pipe", "Go"];
    const running = await startIn(dir, script, args);
    await untilHeard(dir, "thread/unsubscribe");
    await writer.write('{"text":"late"}\n');
    const { stdout, ...rest } = await running.done;
    await writer.close();
    expect({ ...rest, events: readLines<Event>(stdout) }).toEqual({
      ...WELL,
      events: [...STARTED, said("Done"), completed("Done")],
    });
  });
});

test.each([
  ["is stopped", 130, INTERRUPTED, "turn.failed"],
  ["completes", 0, ENDING, "turn.completed"],
] as const)("a line that is never answered holds up no turn that %s", async (...row) => {
  const [, exit, ending, last] = row;
  await withFolder(async (dir) => {
    await writeFile(join(dir, "more"), '{"text":"one"}\n');
    const script = [...OPENING, STEER, ...ending];
    const running = await startIn(dir, script, ["run", "--json", "--steer-from", "more", "Go"]);
    await untilHeard(dir, "turn/steer");
    if (exit === 130) running.kill("SIGINT");
    const { stdout, left, ...rest } = await running.done;
    const types = readLines<Event>(stdout).map(({ type }) => type);
    expect({ exit: rest.exit, left, types }).toEqual({
      exit,
      left: [],
      types: ["thread.started", "turn.started", "steer.refused", last],
    });
  });
});

test.each([
  [
    [],
    [
      "scripted  read-only · /workdir · thread thread-1",
      "not steered: turn/steer: no active turn to steer (code -32600)",
      "steered: two lines",
      "not steered: not JSON: oops",
      "✓ done  7ms",
      "",
    ],
  ],
  [["--quiet"], [""]],
])("people read on stderr what became of each line: %j", async (flags, lines) => {
  await withFolder(async (dir) => {
    await writeFile(join(dir, "more"), '{"text":"one"}\n{"text":"two\\nlines"}\noops\n');
    const script = [...OPENING, STEER, REFUSED, STEER, TAKEN, message("Done"), ...ENDING];
    const args = ["run", ...flags, "--steer-from", "more", "Go"];
    const { stderr, ...rest } = await (await startIn(dir, script, args)).done;
    expect({ ...rest, lines: stderr.split("\n") }).toEqual({
      exit: 0,
      stdout: "Done\n",
      left: [],
      lines,
    });
  });
});

test.each([
  ["run", ["run", "--json", "--steer-from", "none", "Go"], "cannot read --steer-from none: "],
  ["resume", ["resume", "--json", "--last", "--steer-from", "none"], "cannot read --steer-from"],
  ["a folder", ["run", "--json", "--steer-from", ".", "Go"], "--steer-from . is neither a file"],
])("a source that cannot be read is bad input: %s", async (_, args, says) => {
  await withFolder(async (dir) => {
    const { stderr, ...rest } = await (await startIn(dir, OPENING, args)).done;
    expect({ ...rest, says: stderr.startsWith(`turnpipe: ${says}`) }).toEqual({
      exit: 2,
      stdout: "",
      left: [],
      says: true,
    });
  });
});

test("a pipe that nobody writes to holds up neither bad input nor a turn", async () => {
  await withFolder(async (dir) => {
    pipeIn(dir, "pipe");
    const script = [...OPENING, message("Done"), ...ENDING];
    const bad = ["run", "--json", "--steer-from", "pipe", "--prompt-file", "none"];
    const good = ["run", "--json", "--steer-from", "pipe", "Go"];
    const runs = [await playIn(dir, script, bad), await playIn(dir, script, good)];
    expect(runs.map(({ exit, left }) => ({ exit, left }))).toEqual([
      { exit: 2, left: [] },
      { exit: 0, left: [] },
    ]);
  });
});

function pipeIn(dir: string, name: string): string {
  execFileSync("mkfifo", [join(dir, name)]);
  return join(dir, name);
}

/** A writer of its own: it comes, writes, and leaves. */
async function write(path: string, text: string): Promise<void> {
  const writer = await open(path, "w");
  await writer.appendFile(text);
  await writer.close();
}

/** A run that waits at the gate. */
async function started(
  engine: Engine,
  args: readonly string[],
  cwd = engine.workdir,
): Promise<Running> {
  pipeIn(engine.workdir, "gate");
  const running = startCli(args, { ...placeOf(engine), cwd });
  await running.line(/item\.started.*cat gate/);
  return running;
}

/** Opens the gate and sees the run to its end. */
async function through({ workdir }: Engine, running: Running) {
  await write(join(workdir, "gate"), "the gate is open\n");
  return running.done;
}

/** What was told, with steering in full. */
const told = (stdout: string): unknown[] =>
  readLines<Event>(stdout).map((event) => (event.type.startsWith("steer.") ? event : event.type));

const steered = (stdout: string): Event[] =>
  readLines<Event>(stdout).filter(({ type }) => type.startsWith("steer."));

/** What people said, as the model was last asked: without what codex tells about the place. */
function askedLast({ model }: Engine): string[] {
  const { input } = model.requests.at(-1)?.body as { input: InputItem[] };
  return input
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => content?.map(({ text }) => text) ?? [])
    .filter((text) => !text.startsWith("<"));
}

interface InputItem {
  readonly role?: string;
  readonly content?: readonly { readonly text: string }[];
}
