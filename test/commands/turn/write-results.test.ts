import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { writeResults } from "../../../commands/turn/write-results.js";
import { answerTexts } from "../../../commands/turn/finish-turn.js";
import type { ResultTargets } from "../../../commands/turn/result-targets.js";
import type { TerminalEvent } from "../../../src/dialect/events.js";
import { failure } from "../../../src/outcome/causes.js";
import { turnCompleted, turnFailed } from "../../../src/translate/terminal-event.js";
import type { TurnCompletion } from "../../../src/translate/turn-completion.js";
import { NO_USAGE } from "../../../src/translate/usage.js";
import { NO_WORK } from "../../helpers/conversation.js";
import { ownFolder } from "../world.js";
import { MemoryStream } from "../../helpers/memory-streams.js";
import { writeTarget } from "../../../src/output/write-target.js";
import { Redactor } from "../../../src/redact/redactor.js";

const END: TurnCompletion = {
  status: "completed",
  failure: null,
  finalMessage: "the answer",
  durationMs: 12,
  usage: NO_USAGE,
  turnUsage: NO_USAGE,
  limits: null,
  modelRerouted: null,
  work: NO_WORK,
  diff: "diff --git a/a b/a\n",
  review: { messages: [], text: null },
};
const NAMES = { threadId: "t-1", turnId: "u-1" };
const COMPLETED = turnCompleted(END, NAMES, { cause: "completed", problem: null });
const GATED = turnCompleted(END, NAMES, { cause: "no_change", problem: "no file was changed" });
const FAILED = turnFailed(failure("usage_limit", "limit reached"), NAMES, END);

/** Writes the results and logs, in order, everything that is written. */
async function delivered(
  event: TerminalEvent,
  targets: Partial<ResultTargets> = {},
  { json = true, end = END } = {},
) {
  const log: unknown[] = [];
  const stop = new AbortController();
  const last = await writeResults({ event, ...answerTexts(event, targets.output) }, end, {
    json,
    secrets: new Redactor(),
    targets: {
      output: undefined,
      diff: undefined,
      result: undefined,
      strict: true,
      ...targets,
    },
    sink: {
      emit: (line) => Promise.resolve(void log.push(["event", line])),
      notes: {
        warn: (text) => void log.push(["warn", text]),
        note: (text) => void log.push(["note", text]),
      },
      close: () => void log.push(["close"]),
    },
    stdout: {
      event: (line) => Promise.resolve(void log.push(["stdout", line])),
      record: (record) => Promise.resolve(void log.push(["record", record])),
      message: (text) => Promise.resolve(void log.push(["stdout", text])),
    },
    write: (path, text) =>
      writeTarget(path, text, { stdout: new MemoryStream(), stderr: new MemoryStream(), stop }),
  });
  return { last, log };
}

describe("for programs", () => {
  test.each([COMPLETED, GATED, FAILED])("the last line is all: $type", async (event) => {
    expect(await delivered(event)).toEqual({ last: event, log: [["event", event], ["close"]] });
  });
});

describe("for people", () => {
  test.each([
    ["the answer", "the answer\n"],
    ["two\nlines\n", "two\nlines\n"],
    ["", "\n"],
  ])("the answer %j follows when all else is said", async (finalMessage, text) => {
    const end = { ...END, finalMessage };
    const event = turnCompleted(end, NAMES, { cause: "completed", problem: null });
    const { log } = await delivered(event, {}, { json: false, end });
    expect(log).toEqual([["event", event], ["close"], ["stdout", text]]);
  });

  test("an answer that did not pass is printed too: it was paid for", async () => {
    const { log } = await delivered(GATED, {}, { json: false });
    expect(log).toEqual([["event", GATED], ["close"], ["stdout", "the answer\n"]]);
  });

  test("a turn without an answer, or one that failed, prints none", async () => {
    const silent = { ...COMPLETED, final_message: null } as TerminalEvent;
    const logs = [
      (await delivered(silent, {}, { json: false })).log,
      (await delivered(FAILED, {}, { json: false })).log,
    ];
    expect(logs).toEqual([
      [["event", silent], ["close"]],
      [["event", FAILED], ["close"]],
    ]);
  });
});

describe("files", () => {
  test("hold the answer, the diff and the last line, exactly", async () => {
    const folder = ownFolder();
    const [output, diff, result] = ["o", "d", "r"].map((name) => join(folder, name));
    const { log } = await delivered(COMPLETED, { output, diff, result });
    expect({
      log,
      files: [output, diff, result].map((file) => readFileSync(file!, "utf8")),
    }).toEqual({
      log: [["event", COMPLETED], ["close"]],
      files: ["the answer", END.diff, `${JSON.stringify(COMPLETED)}\n`],
    });
  });

  test("of a turn that failed hold its diff and its last line, and no answer", async () => {
    const folder = ownFolder();
    const [output, diff, result] = ["o", "d", "r"].map((name) => join(folder, name));
    await delivered(FAILED, { output, diff, result });
    expect({
      answer: existsSync(output!),
      files: [diff, result].map((file) => readFileSync(file!, "utf8")),
    }).toEqual({ answer: false, files: [END.diff, `${JSON.stringify(FAILED)}\n`] });
  });

  test("hold nothing where there was no answer, and that is said", async () => {
    const output = join(ownFolder(), "o");
    const silent = { ...COMPLETED, final_message: null } as TerminalEvent;
    const { log } = await delivered(silent, { output });
    expect({ log, text: readFileSync(output, "utf8") }).toEqual({
      log: [["warn", `no final message: ${output} is empty`], ["event", silent], ["close"]],
      text: "",
    });
  });
});

describe("an answer that cannot be written", () => {
  /** A path where a directory is in the way. */
  function blocked(): { path: string; problem: string } {
    const path = join(ownFolder(), "dir");
    mkdirSync(path);
    return { path, problem: `cannot write ${path}: it is a directory` };
  }

  test.each(["output", "diff", "result"] as const)("is no success (%s)", async (which) => {
    const { path, problem } = blocked();
    const failed = turnFailed(failure("output_failed", problem), NAMES, END);
    expect(await delivered(COMPLETED, { [which]: path }, { json: false })).toEqual({
      last: failed,
      log: [["warn", problem], ["event", failed], ["close"]],
    });
  });

  test.each([GATED, FAILED])("leaves a worse ending its own name: $type", async (event) => {
    const { path, problem } = blocked();
    expect(await delivered(event, { diff: path })).toEqual({
      last: event,
      log: [["warn", problem], ["event", event], ["close"]],
    });
  });

  test("is what the file with the last line says as well", async () => {
    const { path, problem } = blocked();
    const result = join(ownFolder(), "r");
    await delivered(COMPLETED, { output: path, result });
    expect(JSON.parse(readFileSync(result, "utf8"))).toEqual(
      turnFailed(failure("output_failed", problem), NAMES, END),
    );
  });

  test.each([GATED, FAILED])("a last line as well: $type", async (event) => {
    const { path, problem } = blocked();
    expect(await delivered(event, { result: path })).toEqual({
      last: event,
      log: [["warn", problem], ["event", event], ["close"]],
    });
  });

  test("leaves the other results to be written", async () => {
    const { path, problem } = blocked();
    const diff = join(ownFolder(), "d");
    const { log } = await delivered(GATED, { output: path, diff });
    expect({ log, text: readFileSync(diff, "utf8") }).toEqual({
      log: [["warn", problem], ["event", GATED], ["close"]],
      text: END.diff,
    });
  });
});

describe("a dash is stdout, for one text", () => {
  test.each([
    ["output", ["stdout", "the answer\n"]],
    ["diff", ["stdout", END.diff]],
    ["result", ["record", COMPLETED]],
  ] as const)("%s", async (which, printed) => {
    const { log } = await delivered(COMPLETED, { [which]: "-" }, { json: false });
    expect(log).toEqual([["event", COMPLETED], ["close"], printed]);
  });
});
