import { describe, expect, test } from "vitest";

import { ThreadEvent } from "../../src/dialect/events.js";
import { failure } from "../../src/outcome/causes.js";
import { turnCompleted, turnFailed } from "../../src/translate/terminal-event.js";
import type { TurnCompletion } from "../../src/translate/turn-completion.js";
import { NO_USAGE } from "../../src/translate/usage.js";
import { NO_WORK } from "../helpers/conversation.js";
import { endOf, failedWith, message } from "./notifications.js";

const END: TurnCompletion = {
  status: "completed",
  failure: null,
  finalMessage: "done",
  durationMs: 1234,
  usage: { ...NO_USAGE, input_tokens: 9 },
  turnUsage: { ...NO_USAGE, input_tokens: 4 },
  limits: null,
  modelRerouted: null,
  work: { ...NO_WORK, commands_ok: 2 },
  diff: "diff --git",
  review: { messages: [], text: null },
};
const NAMES = { threadId: "t-1", turnId: "u-1" };

describe("the last line of a turn that completed", () => {
  test("has the fields of codex exec first, then ours, in this order", () => {
    const line = turnCompleted(END, NAMES, { cause: "completed", problem: null });
    expect(JSON.stringify(line)).toBe(
      JSON.stringify({
        type: "turn.completed",
        usage: END.usage,
        duration_ms: 1234,
        thread_id: "t-1",
        turn_id: "u-1",
        final_message: "done",
        exit_code: 0,
        cause: "completed",
        problem: null,
        work: END.work,
        turn_usage: END.turnUsage,
        rate_limits: null,
        model_rerouted: null,
      }),
    );
  });

  test("may still say why it exits non-zero", () => {
    const line = turnCompleted({ ...END, finalMessage: null, durationMs: null }, NAMES, {
      cause: "schema_mismatch",
      problem: "the answer is not JSON",
    });
    expect(line).toEqual({
      type: "turn.completed",
      usage: END.usage,
      duration_ms: null,
      thread_id: "t-1",
      turn_id: "u-1",
      final_message: null,
      exit_code: 8,
      cause: "schema_mismatch",
      problem: "the answer is not JSON",
      work: END.work,
      turn_usage: END.turnUsage,
      rate_limits: null,
      model_rerouted: null,
    });
  });
});

describe("the last line of any other run", () => {
  const failed = failure("usage_limit", "limit reached", {
    httpStatus: 429,
    resetsAt: "2026-09-21T14:13:20.000Z",
  });

  test("has the error first, then where it stood, in this order", () => {
    expect(JSON.stringify(turnFailed(failed, NAMES, END))).toBe(
      JSON.stringify({
        type: "turn.failed",
        error: {
          message: "limit reached",
          cause: "usage_limit",
          retryable: false,
          http_status: 429,
          resets_at: "2026-09-21T14:13:20.000Z",
        },
        exit_code: 6,
        duration_ms: 1234,
        thread_id: "t-1",
        turn_id: "u-1",
        work: END.work,
        turn_usage: END.turnUsage,
        rate_limits: null,
        final_message: null,
        partial: false,
        model_rerouted: null,
      }),
    );
  });

  test("without a thread says so, and that nothing was done", () => {
    const missing = failure("server_missing", "no codex");
    expect(turnFailed(missing, { threadId: null, turnId: null })).toEqual({
      type: "turn.failed",
      error: {
        message: "no codex",
        cause: "server_missing",
        retryable: false,
        http_status: null,
        resets_at: null,
      },
      exit_code: 5,
      duration_ms: null,
      thread_id: null,
      turn_id: null,
      work: NO_WORK,
      turn_usage: NO_USAGE,
      rate_limits: null,
      model_rerouted: null,
      final_message: null,
      partial: false,
    });
  });

  test("says nothing of a message that came before the failure", () => {
    const end = endOf(message("m", "stale words"), failedWith({ message: "boom" }));
    expect(JSON.stringify(turnFailed(end!.failure!, NAMES, end))).not.toContain("stale words");
  });

  test.each(["timeout", "budget", "hangup", "interrupted", "terminated"] as const)(
    "of a turn that we cut short (%s) has what there is",
    (cause) => {
      const { final_message, partial } = turnFailed(failure(cause, "enough"), NAMES, END) as {
        final_message: string;
        partial: boolean;
      };
      expect([final_message, partial]).toEqual([END.finalMessage, true]);
    },
  );
});

test("both are lines of the dialect", () => {
  const lines = [
    turnCompleted(END, NAMES, { cause: "no_change", problem: "no file was changed" }),
    turnFailed(failure("bug", "oops"), { threadId: null, turnId: null }),
  ];
  expect(lines.map((line) => ThreadEvent.parse(line))).toEqual(lines);
});
