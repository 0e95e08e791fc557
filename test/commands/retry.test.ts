import { describe, expect, test } from "vitest";

import { RetryPlan } from "../../src/turn/retry/retry-plan.js";
import type { RetryOptions } from "../../src/turn/retry/retry-plan.js";
import { parseRetry } from "../../commands/turn/retry-options.js";
import { CliError } from "../../src/outcome/errors.js";
import type { Cause, Failure } from "../../src/outcome/causes.js";
import { failure } from "../../src/outcome/causes.js";

const NOW = Date.parse("2030-01-01T00:00:00Z");
const BUSY = failure("overloaded", "busy");
const inMs = (ms: number): string => new Date(NOW + ms).toISOString();
const limited = (cause: Cause, ms: number | null): Failure =>
  failure(cause, "enough", { resetsAt: ms === null ? null : inMs(ms) });

const planFor = (wish: Partial<RetryOptions>) =>
  new RetryPlan({ times: 0, fallback: [], quotaMs: 0, unsafe: false, ...wish });

/** What a plan says to a failure again and again. */
const answers = (plan: RetryPlan, times: number, failed = BUSY, chance = 1) =>
  Array.from({ length: times }, () => plan.next(failed, NOW, chance));
const again = (delayMs: number) => ({ delayMs, model: null });
const instead = (model: string) => ({ delayMs: 0, model });

describe("want of capacity", () => {
  test("is waited out, twice as long each time, up to a minute", () => {
    const delays = [1, 2, 4, 8, 16, 32, 60, 60].map((s) => again(s * 1000));
    expect(answers(planFor({ times: 8 }), 9)).toEqual([...delays, undefined]);
  });

  test("is waited out half as long by the lucky", () => {
    expect(answers(planFor({ times: 3 }), 3, BUSY, 0)).toEqual([500, 1000, 2000].map(again));
  });

  test.each(["overloaded", "rate_limit", "connection", "model_error"] as const)(
    "is what %s is",
    (cause) => {
      expect(answers(planFor({ times: 1 }), 2, failure(cause, "x"))).toEqual([
        again(1000),
        undefined,
      ]);
    },
  );

  test.each([
    "server_crashed",
    "server_unreachable",
    "server_missing",
    "bad_request",
    "unauthorized",
    "context_window",
    "budget",
    "timeout",
    "interrupted",
    "failed",
    "policy",
    "protocol",
  ] as const)("is not what %s is: no model steps in either", (cause) => {
    const plan = planFor({ times: 3, fallback: ["a"], quotaMs: 1e9 });
    expect(plan.next(failure(cause, "x"), NOW, 1)).toBeUndefined();
  });

  test("lasts as long as the server says, if that is longer", () => {
    const plan = planFor({ times: 4 });
    expect([
      plan.next(limited("rate_limit", 30_000), NOW, 1),
      plan.next(limited("rate_limit", 500), NOW, 1),
      plan.next(limited("rate_limit", -500), NOW, 1),
      plan.next(limited("rate_limit", 600_000), NOW, 1),
    ]).toEqual([again(30_000), again(2000), again(4000), again(600_000)]);
  });

  test("of more than ten minutes is left to another model, or to the caller", () => {
    const long = limited("rate_limit", 600_001);
    expect(answers(planFor({ times: 2, fallback: ["a"] }), 2, long)).toEqual([
      instead("a"),
      undefined,
    ]);
  });
});

describe("models that step in", () => {
  test("come one after the other, each with as many attempts", () => {
    expect(answers(planFor({ times: 1, fallback: ["a", "b"] }), 6)).toEqual([
      again(1000),
      instead("a"),
      again(1000),
      instead("b"),
      again(1000),
      undefined,
    ]);
  });

  test("need no retry", () => {
    expect(answers(planFor({ fallback: ["a", "b"] }), 3)).toEqual([
      instead("a"),
      instead("b"),
      undefined,
    ]);
  });
});

describe("a usage limit", () => {
  test.each([0, 1])("is not waited for unless that was said (chance %s)", (chance) => {
    for (const ms of [null, -1, 0, 1, 60_000]) {
      const plan = planFor({ times: 5 });
      expect(answers(plan, 2, limited("usage_limit", ms), chance)).toEqual([undefined, undefined]);
    }
  });

  test("switches to the fallback model if the wait is not allowed", () => {
    const plan = planFor({ fallback: ["a"] });
    expect(answers(plan, 2, limited("usage_limit", 1000))).toEqual([instead("a"), undefined]);
  });

  test("is waited out to its reset, and a little, so that not all come back at once", () => {
    const delays = [0, 0.5, 1].map((chance) =>
      planFor({ quotaMs: 3_600_000 }).next(limited("usage_limit", 60_000), NOW, chance),
    );
    expect(delays).toEqual([again(60_000), again(62_500), again(65_000)]);
  });

  test("costs no attempt, but patience", () => {
    const plan = planFor({ times: 1, quotaMs: 150_000 });
    const limit = limited("usage_limit", 60_000);
    expect([
      ...answers(plan, 2, limit, 0),
      plan.next(BUSY, NOW, 1),
      ...answers(plan, 1, limit),
    ]).toEqual([again(60_000), again(60_000), again(1000), undefined]);
  });

  test("is waited for by chance or not, as long as it ends within the patience", () => {
    const delays = [0, 1].map((chance) =>
      planFor({ quotaMs: 60_000 }).next(limited("usage_limit", 60_000), NOW, chance),
    );
    expect(delays).toEqual([again(60_000), again(60_000)]);
    expect(
      planFor({ quotaMs: 60_000 }).next(limited("usage_limit", 60_001), NOW, 0),
    ).toBeUndefined();
  });

  test("without a reset time is checked every minute", () => {
    const plan = planFor({ quotaMs: 100_000 });
    expect(answers(plan, 4, limited("usage_limit", null), 0)).toEqual([
      again(30_000),
      again(30_000),
      again(30_000),
      undefined,
    ]);
  });

  test.each([0, -3_600_000])(
    "that should be over by now (%s ms) is looked at ever less often",
    (ms) => {
      const plan = planFor({ quotaMs: 4000 });
      expect(answers(plan, 4, limited("usage_limit", ms), 0)).toEqual([
        again(500),
        again(1000),
        again(2000),
        undefined,
      ]);
    },
  );
});

describe("what a command line says", () => {
  const NO = { times: 0, fallback: [], quotaMs: 0, unsafe: false };

  test.each<[string, Record<string, unknown>, unknown]>([
    ["nothing", {}, undefined],
    ["not to", { "retry-unsafe": false }, undefined],
    ["--retry", { retry: "3" }, { ...NO, times: 3 }],
    ["--retry 0", { retry: "0" }, NO],
    ["--fallback-model", { "fallback-model": "a, b" }, { ...NO, fallback: ["a", "b"] }],
    ["--wait-for-quota", { "wait-for-quota": "5h" }, { ...NO, quotaMs: 18_000_000 }],
    ["unsafe", { retry: "1", "retry-unsafe": true }, { ...NO, times: 1, unsafe: true }],
  ])("%s", (_, argv, wish) => {
    expect(parseRetry(argv)).toEqual(wish);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ retry: "often" }, "--retry often: expected a number of at least 0"],
    [{ retry: "-1" }, "--retry -1: expected a number of at least 0"],
    [{ "fallback-model": "" }, "--fallback-model : expected models, such as a,b"],
    [{ "fallback-model": "a,,b" }, "--fallback-model a,,b: expected models, such as a,b"],
    [{ "wait-for-quota": "soon" }, "--wait-for-quota soon: expected a time, such as 90s or 5m"],
    [{ retry: "1", "steer-from": "f" }, "--retry and --steer-from exclude each other"],
    [
      { "wait-for-quota": "1h", "steer-from": "f" },
      "--wait-for-quota and --steer-from exclude each other",
    ],
    [{ "retry-unsafe": true }, "--retry-unsafe requires --retry or --fallback-model"],
  ])("%j is refused", (argv, message) => {
    expect(() => parseRetry(argv)).toThrow(new CliError("usage", message));
  });
});
