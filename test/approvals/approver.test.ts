import { describe, expect, test, vi } from "vitest";

import {
  ACCEPT_ALL,
  withTimeLimit,
  DECLINE_ALL,
  type Approver,
} from "../../src/approvals/approver.js";
import type { Decision } from "../../src/approvals/response.js";
import { GOING_ON, sample, SAMPLES } from "./samples.js";

const YES: Decision = { decision: "accept", reason: "sure" };
const no = (reason: string): Decision => ({ decision: "decline", reason });
const HOUR = 3_600_000;

const decisions = (approver: Approver) =>
  Promise.all(
    SAMPLES.map(async (request) => [request.kind, await approver.decide(request, GOING_ON)]),
  );

test("nobody's yes is to be had from never; a form is put away", async () => {
  const reason = "approvals are disabled for this run";
  expect(await decisions(DECLINE_ALL)).toEqual([
    ["command", { decision: "decline", reason }],
    ["file_change", { decision: "decline", reason }],
    ["permissions", { decision: "decline", reason }],
    ["mcp", { decision: "decline", reason }],
    ["user_input", { decision: "decline", reason }],
    ["elicitation", { decision: "cancel", reason }],
  ]);
});

test("always says yes to all but what has to be filled in", async () => {
  const yes = { decision: "accept", reason: "--approve always" };
  const unfilled = { decision: "cancel", reason: "no answer was given (--answer)" };
  expect(await decisions(ACCEPT_ALL)).toEqual([
    ["command", yes],
    ["file_change", yes],
    ["permissions", yes],
    ["mcp", yes],
    ["user_input", unfilled],
    ["elicitation", unfilled],
  ]);
});

describe("a decision that has its time", () => {
  test("is what was decided, with all that belongs to it", async () => {
    const whole: Decision = { ...YES, answers: { a: ["b"] }, content: { c: 1 } };
    const decide = vi.fn<Approver["decide"]>().mockResolvedValue(whole);
    const request = sample.command();
    expect(await withTimeLimit({ decide }, HOUR).decide(request, GOING_ON)).toEqual(whole);
    expect(decide.mock.calls.map(([asked]) => asked)).toEqual([request]);
  });

  test("is a no when it comes too late, and who decides is told to stop", async () => {
    const { approver, stops } = silent();
    expect(await withTimeLimit(approver, 10).decide(sample.command(), GOING_ON)).toEqual(
      no("no decision within 0.01 s"),
    );
    expect(stops.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("stays a no when a yes comes after all", async () => {
    const late: Approver = {
      decide: (_request, stop) =>
        new Promise((resolve) => {
          stop.addEventListener("abort", () => resolve(YES));
        }),
    };
    expect(await withTimeLimit(late, 10).decide(sample.command(), GOING_ON)).toEqual(
      no("no decision within 0.01 s"),
    );
  });

  test("stays a no when who decides fails after all", async () => {
    const late: Approver = {
      decide: (_request, stop) =>
        new Promise((_resolve, reject) => {
          stop.addEventListener("abort", () => reject(new Error("killed")));
        }),
    };
    expect(await withTimeLimit(late, 10).decide(sample.command(), GOING_ON)).toEqual(
      no("no decision within 0.01 s"),
    );
  });

  test("ends at once when the run is stopped", async () => {
    const stop = new AbortController();
    const { approver, stops } = silent();
    const deciding = withTimeLimit(approver, HOUR).decide(sample.command(), stop.signal);
    stop.abort();
    expect(await deciding).toEqual(no("the run was stopped"));
    expect(stops.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("is a no with its reason when who decides fails", async () => {
    const failing = { decide: () => Promise.reject(new Error("no such program")) };
    expect(await withTimeLimit(failing, HOUR).decide(sample.command(), GOING_ON)).toEqual(
      no("no such program"),
    );
  });

  test("is a no also when who decides fails before it begins", async () => {
    const throwing: Approver = {
      decide() {
        throw new Error("broken");
      },
    };
    expect(await withTimeLimit(throwing, HOUR).decide(sample.command(), GOING_ON)).toEqual(
      no("broken"),
    );
  });

  test("is not asked for in a run that was stopped already", async () => {
    const { approver, stops } = silent();
    expect(
      await withTimeLimit(approver, HOUR).decide(sample.command(), AbortSignal.abort()),
    ).toEqual(no("the run was stopped"));
    expect(stops).toEqual([]);
  });

  test("leaves no timer behind that would keep the program alive", async () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    await withTimeLimit({ decide: () => Promise.resolve(YES) }, HOUR).decide(
      sample.command(),
      GOING_ON,
    );
    const after = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    expect(after).toBe(before);
  });
});

/** Somebody who never says anything, with the signals they were given. */
function silent(): { approver: Approver; stops: AbortSignal[] } {
  const stops: AbortSignal[] = [];
  const approver: Approver = {
    decide(_request, stop) {
      stops.push(stop);
      return new Promise(() => undefined);
    },
  };
  return { approver, stops };
}
