import { describe, expect, test } from "vitest";

import { NO_USAGE } from "../../src/translate/usage.js";
import { NO_WORK } from "../helpers/conversation.js";
import {
  command,
  ended,
  endOf,
  failedWith,
  lines,
  message,
  notification,
  started,
} from "./notifications.js";

const snapshot = {
  finalMessage: null,
  durationMs: null,
  usage: NO_USAGE,
  turnUsage: NO_USAGE,
  limits: null,
  modelRerouted: null,
  work: NO_WORK,
  diff: "",
  review: { messages: [], text: null },
};

const failure = (text: string, more: object = {}) => ({
  message: text,
  cause: "failed",
  retryable: false,
  httpStatus: null,
  resetsAt: null,
  ...more,
});

test("a turn that completed says all it did", () => {
  const pieces = [
    notification("turn/diff/updated", { diff: "diff --git" }),
    message("m", "hello"),
    ended({ durationMs: 1234, items: [] }),
  ];
  expect(endOf(...pieces)).toEqual({
    ...snapshot,
    status: "completed",
    finalMessage: "hello",
    durationMs: 1234,
    diff: "diff --git",
    failure: null,
  });
});

describe("the final message", () => {
  const said = (text: string) => ({ type: "agentMessage", id: text, text });
  const planned = (text: string) => ({ type: "plan", id: text, text });

  test.each<[string, Parameters<typeof endOf>, string | null]>([
    ["is the last one that came", [message("a", "one"), message("b", "two"), ended()], "two"],
    ["is recovered from the turn's items", [ended({ items: [said("one"), said("two")] })], "two"],
    [
      "of the turn's items wins over an older one that came",
      [message("a", "stale"), ended({ items: [said("fresh")] })],
      "fresh",
    ],
    [
      "stays when the turn's items are empty",
      [message("a", "streamed"), ended({ items: [] })],
      "streamed",
    ],
    [
      "stays when the turn's items cannot be read",
      [message("a", "streamed"), ended({ items: [{ type: "agentMessage" }, null] })],
      "streamed",
    ],
    [
      "is the last plan of the turn's items, without messages there",
      [ended({ items: [planned("first"), planned("second")] })],
      "second",
    ],
    [
      "is a message of the turn's items, plans or not",
      [ended({ items: [said("word"), planned("plan")] })],
      "word",
    ],
    [
      "is a plan that came, if nothing else did",
      [notification("item/completed", { item: planned("streamed plan") }), ended()],
      "streamed plan",
    ],
    ["is none, if nothing came", [ended()], null],
    ["may be empty", [message("a", ""), ended()], ""],
  ])("%s", (_, pieces, expected) => {
    expect(endOf(...pieces)?.finalMessage).toBe(expected);
  });

  test("recovered from the turn's items is no line", () => {
    expect(lines([ended({ items: [said("one")] })])).toEqual([]);
  });
});

describe("items left open", () => {
  const open = command({ status: "inProgress", aggregatedOutput: null, exitCode: null });

  test("are completed from the turn's items, in their order", () => {
    const pieces = [
      started({ ...open, id: "a" }),
      started({ ...open, id: "b" }),
      ended({ items: [command({ id: "b", exitCode: 1, status: "failed" }), command({ id: "a" })] }),
    ];
    const done = lines(pieces).slice(2);
    const shown = {
      type: "command_execution",
      command: "/bin/bash -lc ls",
      aggregated_output: "a\n",
    };
    expect(done).toEqual([
      { type: "item.completed", item: { id: "item_1", ...shown, exit_code: 1, status: "failed" } },
      {
        type: "item.completed",
        item: { id: "item_0", ...shown, exit_code: 0, status: "completed" },
      },
    ]);
  });

  test("count as work when they are completed so", () => {
    expect(endOf(started(open), ended({ items: [command()] }))?.work).toEqual({
      ...NO_WORK,
      commands_ok: 1,
    });
  });

  test("stay open when the turn's items do not have them", () => {
    expect(lines([started(open), ended({ items: [command({ id: "other" })] })])).toHaveLength(1);
  });
});

describe("a turn that failed", () => {
  test("has the turn's own error, with its details", () => {
    const error = { message: "boom", additionalDetails: "at once", codexErrorInfo: "other" };
    expect(endOf(message("m", "half"), failedWith(error))).toEqual({
      ...snapshot,
      status: "failed",
      finalMessage: "half",
      failure: failure("boom (at once)"),
    });
  });

  test("without an error of its own has the last one that came, and its cause", () => {
    const error = {
      message: "limit reached",
      additionalDetails: "come back",
      codexErrorInfo: "usageLimitExceeded",
    };
    expect(
      endOf(
        notification("error", { error, willRetry: false }),
        ended({ status: "failed", error: null }),
      ),
    ).toEqual({
      ...snapshot,
      status: "failed",
      failure: failure("limit reached (come back)", { cause: "usage_limit" }),
    });
  });

  test("without any error says only that", () => {
    expect(endOf(ended({ status: "failed" }))?.failure).toEqual(failure("turn failed"));
  });
});

test("a turn that was interrupted is no failure by itself", () => {
  expect(endOf(message("m", "half"), ended({ status: "interrupted", durationMs: 9 }))).toEqual({
    ...snapshot,
    status: "interrupted",
    finalMessage: "half",
    durationMs: 9,
    failure: null,
  });
});
