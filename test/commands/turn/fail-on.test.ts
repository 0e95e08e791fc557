import { describe, expect, test } from "vitest";

import type { FailOn } from "../../../commands/turn/fail-on.js";
import { FAIL_ON, checkFailOn } from "../../../commands/turn/fail-on.js";
import type { FailOnResult } from "../../../src/translate/terminal-event.js";
import type { TurnCompletion } from "../../../src/translate/turn-completion.js";
import { NO_USAGE } from "../../../src/translate/usage.js";
import { NO_WORK } from "../../helpers/conversation.js";

const END: TurnCompletion = {
  status: "completed",
  failure: null,
  finalMessage: "done",
  durationMs: null,
  usage: NO_USAGE,
  turnUsage: NO_USAGE,
  limits: null,
  modelRerouted: null,
  work: { ...NO_WORK, files_changed: 1 },
  diff: "",
  review: { messages: [], text: null },
};
const { signal: SIGNAL } = new AbortController();
const GOOD: FailOnResult = { cause: "completed", problem: null };

const ended = (
  finalMessage: string | null,
  work: Partial<typeof NO_WORK> = {},
): TurnCompletion => ({
  ...END,
  finalMessage,
  work: { ...END.work, ...work },
});

const NOTHING = ended(null, { files_changed: 0, declined: 2, commands_failed: 1, mcp_failed: 2 });

test("a completed turn passes if no condition is set", async () => {
  expect(await checkFailOn(NOTHING, undefined, [], SIGNAL)).toEqual(GOOD);
});

test("a turn that did everything passes every condition", async () => {
  expect(await checkFailOn(END, () => Promise.resolve(undefined), FAIL_ON, SIGNAL)).toEqual(GOOD);
});

describe("a condition", () => {
  test.each<[FailOn, TurnCompletion, FailOnResult]>([
    ["no-change", NOTHING, { cause: "no_change", problem: "no file was changed" }],
    ["declined", NOTHING, { cause: "declined", problem: "2 actions were declined" }],
    [
      "tools-failed",
      NOTHING,
      { cause: "tools_failed", problem: "3 commands or tool calls failed" },
    ],
    ["empty-answer", NOTHING, { cause: "empty_answer", problem: "the answer is empty" }],
    ["empty-answer", ended(" \n"), { cause: "empty_answer", problem: "the answer is empty" }],
  ])("%s is met", async (condition, end, verdict) => {
    expect(await checkFailOn(end, undefined, [condition], SIGNAL)).toEqual(verdict);
  });

  test.each<[FailOn, TurnCompletion]>([
    ["no-change", ended(null, { files_changed: 1 })],
    ["declined", ended(null, { declined: 0 })],
    ["tools-failed", ended(null, { commands_failed: 0, mcp_failed: 0, commands_ok: 5 })],
    ["empty-answer", ended("x")],
  ])("%s is not met", async (condition, end) => {
    expect(await checkFailOn(end, undefined, [condition], SIGNAL)).toEqual(GOOD);
  });

  test("that is named first is reported first", async () => {
    expect(await checkFailOn(NOTHING, undefined, ["empty-answer", "no-change"], SIGNAL)).toEqual({
      cause: "empty_answer",
      problem: "the answer is empty",
    });
  });
});

describe("a schema", () => {
  test("comes before every condition", async () => {
    expect(
      await checkFailOn(NOTHING, () => Promise.resolve("the answer is not JSON"), FAIL_ON, SIGNAL),
    ).toEqual({
      cause: "schema_mismatch",
      problem: "the answer is not JSON (--output-schema)",
    });
  });

  test("is asked about the final message", async () => {
    const asked: unknown[] = [];
    await checkFailOn(ended("words"), async (answer) => void asked.push(answer), [], SIGNAL);
    await checkFailOn(ended(null), async (answer) => void asked.push(answer), [], SIGNAL);
    expect(asked).toEqual(["words", null]);
  });
});
