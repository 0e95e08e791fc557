import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Scenario, Stream, ScenarioUsage } from "../../src/demo/scenario.js";
import { placeOf, withEngine, type Engine } from "../helpers/engine.js";
import { readLines, type Event } from "../helpers/fixture.js";
import { callServer } from "../helpers/app-server.js";
import { runCli, type InProcessOptions } from "../helpers/run-in-process.js";

const ANSWERS: Scenario = {
  description: "The same answer to everything.",
  responses: [{ say: [{ text: "Done." }] }],
  then: "repeat-last",
};
const NONE = "there is no stored thread\n";
const ELSEWHERE = "hint: threads of other directories are found with --all, or by their id\n";

test("a thread goes on by its id, however it is written, with all that was said", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { id } = await told(engine, ["run", "First"]);
    const runs = [
      await told(engine, ["resume", id, "Second"]),
      await told(engine, ["resume", id.toUpperCase().replaceAll("-", ""), "Third"]),
    ];
    expect({ runs, asked: askedLast(engine).said }).toEqual({
      runs: [went(id), went(id)],
      asked: ["First", "Second", "Third"],
    });
  });
});

test("a thread goes on by its name, in its own directory or with --all", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const cwd = folderIn(engine, "sub");
    const { id } = await told(engine, ["run", "First"]);
    await told(engine, ["run", "Another"]);
    await nameThread(engine, id, "The release 1.0");
    const runs = [
      await told(engine, ["resume", "The release 1.0", "Second"]),
      await told(engine, ["resume", "the release 1.0", "Third"]),
      await told(engine, ["resume", "The release", "Third"]),
      await told(engine, ["resume", "The release 1.0", "Third"], { cwd }),
      await told(engine, ["resume", "--all", "The release 1.0", "Third"], { cwd }),
    ];
    expect(runs).toEqual([
      went(id),
      refused(`there is no stored thread named "the release 1.0"\n${ELSEWHERE}`),
      refused(`there is no stored thread named "The release"\n${ELSEWHERE}`),
      refused(`there is no stored thread named "The release 1.0"\n${ELSEWHERE}`),
      went(id),
    ]);
  });
});

test("a name that two threads have is for the user to decide", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const sub = folderIn(engine, "sub");
    const one = await told(engine, ["run", "First task"]);
    const two = await told(engine, ["run", "Second task"], { cwd: sub });
    for (const { id } of [one, two]) await nameThread(engine, id, "twin");
    const runs = [
      await told(engine, ["resume", "twin", "Go on"]),
      await told(engine, ["resume", "--all", "twin", "Go on"]),
      await told(engine, ["resume", "--all", "--fork", "twin", "Go on"]),
    ];
    const both =
      '2 threads are named "twin":\n' +
      `  ${one.id}  ${engine.workdir}  First task\n` +
      `  ${two.id}  ${sub}  Second task\n` +
      "hint: use the id of the thread instead\n";
    expect(runs).toEqual([went(one.id), refused(both), refused(both)]);
  });
});

test("--last is the thread that ran last in this directory, wherever it began", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const cwd = folderIn(engine, "sub");
    const one = await told(engine, ["run", "First"]);
    const two = await told(engine, ["run", "Second"]);
    await told(engine, ["run", "--ephemeral", "Not stored"]);
    const runs = [
      await told(engine, ["resume", "--last", "Go on"]),
      await told(engine, ["resume", "--last", "Go on"], { cwd }),
      await told(engine, ["resume", "--last", "--all", "Go on"], { cwd }),
      await told(engine, ["resume", "--last", "Go on"], { cwd }),
      await told(engine, ["resume", "--last", "Go on"]),
      await told(engine, ["resume", "--last", "-C", "sub", "Go on"]),
    ];
    expect(runs).toEqual([
      went(two.id),
      refused(`${NONE}${ELSEWHERE}`),
      went(two.id),
      went(two.id),
      went(one.id),
      went(two.id),
    ]);
  });
});

test("a thread that is not there is bad input, and no new one takes its place", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const ID = "019a2b3c-4d5e-7f60-8192-a3b4c5d6e7f8";
    const NAMED = 'there is no stored thread named "nobody"\n';
    const rows: readonly (readonly [args: string[], says: string])[] = [
      [[ID], `there is no stored thread ${ID}\n`],
      [["--fork", ID], `there is no stored thread ${ID}\n`],
      [["nobody"], `${NAMED}${ELSEWHERE}`],
      [["nobody", "--all"], NAMED],
      [["", "--fork"], `there is no stored thread named ""\n${ELSEWHERE}`],
      [["--last"], `${NONE}${ELSEWHERE}`],
      [["--last", "--all"], NONE],
    ];
    const runs = [];
    for (const [args] of rows) runs.push(await told(engine, ["resume", ...args, "Go"]));
    expect(runs).toEqual(rows.map(([, says]) => refused(says)));
    expect({ asked: engine.model.requests, stored: rollouts(engine) }).toEqual(NOTHING_HAPPENED);
  });
});

test("--fork goes on in a copy and leaves the thread as it is", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { id } = await told(engine, ["run", "First"]);
    const source = rollouts(engine);
    const fork = await told(engine, ["resume", "--fork", id, "Second"]);
    const stored = rollouts(engine);
    const passing = await told(engine, ["resume", "--fork", "--ephemeral", fork.id, "Third"]);
    expect({
      runs: [fork, passing],
      said: askedLast(engine).said,
      ids: Object.keys(stored).sort(),
      stored: rollouts(engine),
      copied: passing.id !== fork.id,
    }).toEqual({
      runs: [went(fork.id), went(passing.id)],
      said: ["First", "Second", "Third"],
      ids: [id, fork.id].sort(),
      stored: { ...stored, ...source },
      copied: true,
    });
  });
});

test("usage is the thread's, turn_usage this turn's alone", async () => {
  const scenario = using(
    { input: 100, cached: 10, output: 5, reasoning: 2 },
    { input: 300, cached: 30, output: 7, reasoning: 1 },
    { input: 1000, cached: 400, output: 11, reasoning: 3 },
    { input: 20, output: 1 },
  );
  await withEngine({ scenario }, async (engine) => {
    const { id } = await told(engine, ["run", "First"]);
    const turns = [
      await usage(engine, ["resume", id, "Second"]),
      await usage(engine, ["resume", "--last", "Third"]),
      await usage(engine, ["resume", "--fork", id, "Fourth"]),
    ];
    expect(turns).toEqual([
      { usage: tokens(400, 40, 12, 3), turn_usage: tokens(300, 30, 7, 1) },
      { usage: tokens(1400, 440, 23, 6), turn_usage: tokens(1000, 400, 11, 3) },
      { usage: tokens(1420, 440, 24, 6), turn_usage: tokens(20, 0, 1, 0) },
    ]);
  });
});

test("a resumed turn that loses a response counts nothing of the turns before it", async () => {
  const [first, second] = using({ input: 100, output: 5 }, { input: 300, output: 7 }).responses;
  const cut: Stream = { say: [{ text: "Ha", unfinished: true }], end: "cut" };
  const scenario = { ...ANSWERS, responses: [first!, cut, cut, second!] };
  // Replaces our own setting, so that there is one more attempt.
  const retry = ["-c", "model_providers.mock.stream_max_retries=1"];
  await withEngine({ scenario }, async (engine) => {
    await told(engine, ["run", "First"]);
    const turns = [
      await usage(engine, ["resume", "--last", "Second"]),
      await usage(engine, ["resume", "--last", ...retry, "Third"]),
    ];
    expect(turns).toEqual([
      { usage: undefined, turn_usage: tokens(0, 0, 0, 0) },
      { usage: tokens(400, 0, 12, 0), turn_usage: tokens(300, 0, 7, 0) },
    ]);
  });
});

const OWN = ["-m", "gpt-5.5", "--effort", "low", "-s", "workspace-write"];

test("a thread keeps its model, effort and sandbox where no flag says otherwise", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { id } = await told(engine, ["run", ...OWN, "First"]);
    const runs = [
      await settings(engine, ["resume", id, "Second"]),
      await settings(engine, ["resume", "-s", "read-only", id, "Third"]),
      await settings(engine, ["resume", "-m", "gpt-6-sol", "--effort", "high", id, "Fourth"]),
    ];
    expect(runs).toEqual([
      { started: ["gpt-5.5", "workspace-write"], asked: ["gpt-5.5", "workspace-write", "low"] },
      { started: ["gpt-5.5", "read-only"], asked: ["gpt-5.5", "read-only", "low"] },
      { started: ["gpt-6-sol", "read-only"], asked: ["gpt-6-sol", "read-only", "high"] },
    ]);
  });
});

test("a copy has the model, effort and sandbox of its thread", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { id } = await told(engine, ["run", ...OWN, "First"]);
    const copy = await settings(engine, ["resume", "--fork", id, "Second"]);
    // A model that is not the thread's own is told a summary first, which is a request more.
    expect({ copy, requests: engine.model.requests.length }).toEqual({
      copy: {
        started: ["gpt-5.5", "workspace-write"],
        asked: ["gpt-5.5", "workspace-write", "low"],
      },
      requests: 2,
    });
  });
});

test("thread.started tells the effort that the turn runs with", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    await told(engine, ["run", "--effort", "high", "First"]);
    const { started } = await events(engine, ["resume", "--last", "--effort", "low", "Second"]);
    expect([started?.["effort"], askedLast(engine).effort]).toEqual(["low", "low"]);
  });
});

test("piped input is added to the prompt, or is the prompt, as in run", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    const { id } = await told(engine, ["run", "First"]);
    const stdin = { bytes: "a\nb" };
    const people = { stdout: "Done.\n", ...NOTHING_ELSE };
    const runs = [
      await runCli(["resume", "-q", id, "Explain"], { ...placeOf(engine), stdin }),
      await runCli(["resume", "-q", "--last", "-"], { ...placeOf(engine), stdin }),
      await runCli(["resume", "-q", "--last"], { ...placeOf(engine), stdin }),
    ];
    expect({ runs, said: askedLast(engine).said }).toEqual({
      runs: [people, people, people],
      said: ["First", "Explain\n\n<stdin>\na\nb\n</stdin>", "a\nb", "a\nb"],
    });
  });
});

test("the answer, the diff and the last line are written, and the answer is checked", async () => {
  await withEngine({ scenario: WORKING }, async (engine) => {
    const { workdir } = engine;
    await writeFile(join(workdir, "schema.json"), '{"type":"object","required":["sunny"]}');
    await told(engine, ["run", "First"]);
    const files = ["-o", "answer", "--diff-file", "diff", "--result", "result"];
    const args = ["resume", "--last", ...files, "--output-schema", "schema.json", "Second"];
    const { last, exit } = await events(engine, args);
    const read = (name: string) => readFile(join(workdir, name), "utf8");
    expect({
      exit,
      cause: last?.["cause"],
      answer: await read("answer"),
      diff: /^\+\+\+ b\/new\.txt$[^]*^\+alpha$/m.test(await read("diff")),
      result: JSON.parse(await read("result")) as unknown,
      schema: askedLast(engine).schema,
    }).toEqual({
      exit: 8,
      cause: "schema_mismatch",
      answer: '{"rainy":true}',
      diff: true,
      result: last,
      schema: { type: "object", required: ["sunny"] },
    });
  });
});

test("a thread of codex exec goes on, and codex exec goes on with ours", async () => {
  await withEngine({ scenario: ANSWERS }, async (engine) => {
    await engine.exec(["First"]);
    const [id = ""] = Object.keys(rollouts(engine));
    const ours = await told(engine, ["resume", "--last", "Second"]);
    const theirs = await engine.exec(["resume", "--last", "Third"]);
    expect({ ours, theirs: theirs.events[0], said: askedLast(engine).said }).toEqual({
      ours: went(id),
      theirs: { type: "thread.started", thread_id: id },
      said: ["First", "Second", "Third"],
    });
  });
});

test.each([[["--help"]], [["--last", "-h"]]])("resume %j teaches and is exit 0", async (args) => {
  const env = { TURNPIPE_CODEX: "/nowhere/codex" };
  const { stdout, ...rest } = await runCli(["resume", ...args], { env });
  expect({ ...rest, teaches: LESSON.test(stdout) }).toEqual({ ...NOTHING_ELSE, teaches: true });
});

const LESSON =
  /^Run one turn on a stored thread[^]*turnpipe resume ID\|NAME \[PROMPT\][^]*turnpipe resume --last [^]*--all [^]*--fork [^]*Examples:[^]*--last "now/;
const NOTHING_HAPPENED = { asked: [], stored: {} };
const NOTHING_ELSE = { exit: 0, stderr: "", left: [] };
const WORKING: Scenario = {
  description: "A word; then a new file, and an answer that is JSON.",
  config: { sandbox_mode: '"workspace-write"' },
  responses: [
    { say: [{ text: "Begun." }] },
    { say: [{ patch: "*** Begin Patch\n*** Add File: new.txt\n+alpha\n*** End Patch\n" }] },
    { say: [{ text: '{"rainy":true}' }] },
  ],
};

/** A turn a response, with these counts. */
function using(...counts: readonly ScenarioUsage[]): Scenario {
  const responses = counts.map((count) => ({ say: [{ text: "Done." }], usage: count }));
  return { description: "Turns of different sizes.", responses };
}

/** How a run with --json went; of what it printed, only the thread when all went well. */
async function told(engine: Engine, args: readonly string[], options: InProcessOptions = {}) {
  const { started, last, stdout, ...rest } = await events(engine, args, options);
  const id = (started?.["thread_id"] ?? "") as string;
  return { id, stdout: last?.type === "turn.completed" ? "well" : stdout, ...rest };
}

const went = (id: string) => ({ id, stdout: "well", ...NOTHING_ELSE });
const refused = (says: string) => ({
  ...went(""),
  exit: 2,
  stdout: "",
  stderr: `turnpipe: ${says}`,
});

async function events(
  engine: Engine,
  [command = "", ...args]: readonly string[],
  options: InProcessOptions = {},
) {
  const run = await runCli([command, "--json", ...args], { ...placeOf(engine), ...options });
  const lines = readLines<Event>(run.stdout);
  return { ...run, started: lines[0], last: lines.at(-1) };
}

async function usage(engine: Engine, args: readonly string[]) {
  const { last } = await events(engine, args);
  return { usage: last?.["usage"], turn_usage: last?.["turn_usage"] };
}

/** What a run said it would run with, and what the model saw of it. */
async function settings(engine: Engine, args: readonly string[]) {
  const { started } = await events(engine, args);
  const { model, sandbox, effort } = askedLast(engine);
  return { started: [started?.["model"], started?.["sandbox"]], asked: [model, sandbox, effort] };
}

const tokens = (input: number, cached: number, output: number, reasoning: number) => ({
  input_tokens: input,
  cached_input_tokens: cached,
  cache_write_input_tokens: 0,
  output_tokens: output,
  reasoning_output_tokens: reasoning,
});

interface Body {
  readonly model: string;
  readonly reasoning?: { readonly effort?: string };
  readonly text?: { readonly format?: { readonly schema?: unknown } };
  readonly input: readonly {
    readonly role?: string;
    readonly content?: readonly { readonly text: string }[];
  }[];
}

/** How the model was asked last; what people said is without what codex tells about the place. */
function askedLast({ model }: Engine) {
  const body = model.requests.at(-1)?.body as Body;
  const texts = (role: string): string[] =>
    body.input
      .filter((item) => item.role === role)
      .flatMap(({ content }) => content?.map(({ text }) => text) ?? []);
  const rules = texts("developer").join("\n");
  return {
    model: body.model,
    effort: body.reasoning?.effort,
    sandbox: [...rules.matchAll(/`sandbox_mode` is `([a-z-]+)`/g)].at(-1)?.[1],
    schema: body.text?.format?.schema,
    said: texts("user").filter((text) => !text.startsWith("<")),
  };
}

const nameThread = (engine: Engine, threadId: string, name: string): Promise<unknown> =>
  callServer(engine, "thread/name/set", { threadId, name });

function folderIn({ workdir }: Engine, name: string): string {
  mkdirSync(join(workdir, name));
  return join(workdir, name);
}

/** The stored threads: id to the text of the file. */
function rollouts({ codexHome }: Engine): Record<string, string> {
  const files = readdirSync(codexHome, { recursive: true, encoding: "utf8" });
  const found = files.flatMap((file) => {
    const id = /rollout-.*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/.exec(file)?.[1];
    return id === undefined ? [] : [[id, readFileSync(join(codexHome, file), "utf8")] as const];
  });
  return Object.fromEntries(found);
}
