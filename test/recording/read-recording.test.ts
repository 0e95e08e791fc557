import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { replayEndError, readRecording } from "../../src/recording/read-recording.js";
import { CliError } from "../../src/outcome/errors.js";
import { ownFolder } from "../commands/world.js";

const HEAD = {
  recording: 1,
  version: "0.1.0",
  argv: ["run", "Go"],
  cwd: "/somewhere",
  at: "2027-01-31T00:00:00.000Z",
  time_zone: "UTC",
  columns: null,
};
const SAID = { from: "server", message: { method: "x" }, at_ms: 1 };
const END = { end: { exit_code: 0, failure: null }, at_ms: 7 };

test("a recording has a head, steps and an end", async () => {
  expect(await read(lines({ turnpipe: HEAD }, SAID, END))).toEqual({
    head: HEAD,
    steps: [SAID],
    end: END.end,
    endedAt: 7,
  });
});

test.each([
  ["behind a line", ""],
  ["in a line", '{"from":"ser'],
  ["behind a line without its end", JSON.stringify(SAID)],
])("one that was cut %s is what is left of it", async (_, tail) => {
  const { head, steps, end } = await read(lines({ turnpipe: HEAD }, SAID) + tail);
  const isWhole = tail === JSON.stringify(SAID);
  expect({ head, steps, end }).toEqual({
    head: HEAD,
    steps: isWhole ? [SAID, SAID] : [SAID],
    end: undefined,
  });
});

test.each([
  ["nothing", "", "its first line is not a recording header"],
  ["half a line", '{"turnpipe":{"rec', "its first line is not a recording header"],
  ["prose", "hello\n", "line 1 is not JSON"],
  ["something else", '{"type":"turn.started"}\n', "its first line is not a recording header"],
  ["null", "null\n", "its first line is not a recording header"],
  ["a head without a body", '{"turnpipe":{"recording":1}}\n', "line 1 is invalid"],
  ["garbage inside", `${lines({ turnpipe: HEAD })}oops\n${lines(END)}`, "line 2 is not JSON"],
  ["a strange step", lines({ turnpipe: HEAD }, { from: "moon" }, END), "line 2 is invalid"],
  [
    "a step without a bottom",
    `${lines({ turnpipe: HEAD })}{"message":${"[".repeat(513)}${"]".repeat(513)}}\n`,
    "line 2 is nested more than 512 levels deep",
  ],
])("%s is not a recording", async (_, text, why) => {
  expect(await problemOf(() => read(text))).toEqual({
    kind: "input",
    message: `it.jsonl is not a recording: ${why}`,
    hint: "one is made with: turnpipe run --record FILE …",
  });
});

test("one of a later version is refused", async () => {
  const later = { ...HEAD, recording: 2, version: "9.0.0" };
  expect(await problemOf(() => read(lines({ turnpipe: later })))).toEqual({
    kind: "input",
    message: "it.jsonl was recorded by a later turnpipe (9.0.0)",
    hint: "update turnpipe to replay it",
  });
});

describe("who still waits at its end is told", () => {
  const errorOf = (end: object | undefined) => {
    const { kind, message, hint, resetsAt } = replayEndError({
      ...{ head: HEAD, steps: [], endedAt: undefined },
      end: end === undefined ? undefined : { exit_code: 1, failure: null, ...end },
    });
    return { kind, message, hint, resetsAt };
  };

  test.each([
    [undefined, ["server_crashed", "the recording was cut short here"]],
    [{}, ["protocol", "the recording has no more messages"]],
    [{ failure: { cause: "timeout", message: "too late" } }, ["timeout", "too late"]],
    [{ failure: { cause: "of tomorrow", message: "odd" } }, ["failed", "odd"]],
  ])("for %j: %j", (end, [kind, message]) => {
    expect(errorOf(end)).toEqual({ kind, message, hint: undefined, resetsAt: null });
  });
});

function lines(...values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

function read(text: string) {
  const cwd = ownFolder();
  writeFileSync(join(cwd, "it.jsonl"), text);
  return readRecording("it.jsonl", { cwd, stop: new AbortController() });
}

async function problemOf(act: () => Promise<unknown>) {
  try {
    return { done: await act() };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const { kind, message, hint } = error;
    return { kind, message, hint };
  }
}
