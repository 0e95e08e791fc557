import { describe, expect, test } from "vitest";

import { RateLimitsRecord } from "../../src/dialect/records.js";
import { limitsRecord, remainingQuota } from "../../src/translate/limits-record.js";

const NOTHING = {
  limit_id: null,
  name: null,
  plan: null,
  primary: null,
  secondary: null,
  credits: null,
  reached: null,
};

describe("limits in our words", () => {
  test("say everything that is known, in this order", () => {
    const told = {
      limitId: "codex",
      limitName: "Codex",
      planType: "pro",
      primary: { usedPercent: 90, windowDurationMins: 300, resetsAt: 2_000_000_000, more: 1 },
      secondary: { usedPercent: 12.5, windowDurationMins: null, resetsAt: null },
      credits: { hasCredits: true, unlimited: false, balance: "12.5" },
      rateLimitReachedType: "rate_limit_reached",
      individualLimit: null,
    };
    expect(JSON.stringify(limitsRecord(told))).toBe(
      JSON.stringify({
        limit_id: "codex",
        name: "Codex",
        plan: "pro",
        primary: {
          used_percent: 90,
          remaining_percent: 10,
          window_minutes: 300,
          resets_at: "2033-05-18T03:33:20.000Z",
        },
        secondary: {
          used_percent: 12.5,
          remaining_percent: 87.5,
          window_minutes: null,
          resets_at: null,
        },
        credits: { has_credits: true, unlimited: false, balance: "12.5" },
        reached: "rate_limit_reached",
      }),
    );
  });

  test.each([{}, { limitId: "codex", limitName: "Codex", planType: "pro" }, { primary: null }])(
    "are nothing when there are none: %j",
    (told) => {
      expect(limitsRecord(told)).toBeNull();
    },
  );

  test.each([
    [
      { credits: { hasCredits: false, unlimited: true } },
      { credits: { has_credits: false, unlimited: true, balance: null } },
    ],
    [{ rateLimitReachedType: "x" }, { reached: "x" }],
    [
      { planType: "pro", rateLimitReachedType: "" },
      { plan: "pro", reached: "" },
    ],
  ])("are something with one of them: %j", (told, known) => {
    expect(limitsRecord(told)).toEqual({ ...NOTHING, ...known });
  });

  test("that are used beyond their end have nothing left, not less", () => {
    expect(limitsRecord({ secondary: { usedPercent: 101 } })?.secondary).toEqual({
      used_percent: 101,
      remaining_percent: 0,
      window_minutes: null,
      resets_at: null,
    });
  });

  test("are what the schema says, whatever time a server names", () => {
    const times = [0, -1, 1e20, Number.MAX_SAFE_INTEGER, 1_794_819_174_000, 1.5];
    const records = times.map((resetsAt) =>
      limitsRecord({ primary: { usedPercent: 1, resetsAt } }),
    );
    expect(records.map((record) => RateLimitsRecord.safeParse(record).error)).toEqual(
      times.map(() => undefined),
    );
  });
});

describe("what is left", () => {
  const window = (used_percent: number, resets_at: string | null = null) => ({
    used_percent,
    remaining_percent: 100 - used_percent,
    window_minutes: null,
    resets_at,
  });

  test.each([
    ["of one window", { primary: window(90, "soon") }, { percent: 10, resetsAt: "soon" }],
    ["of the other", { secondary: window(5) }, { percent: 95, resetsAt: null }],
    [
      "is what the fuller one leaves",
      { primary: window(90, "soon"), secondary: window(95, "later") },
      { percent: 5, resetsAt: "later" },
    ],
    [
      "is nothing once a limit is reached, whatever the windows say",
      { primary: window(20, "soon"), secondary: window(30, "later"), reached: "owner" },
      { percent: 0, resetsAt: "later" },
    ],
    ["is nothing even without windows then", { reached: "x" }, { percent: 0, resetsAt: null }],
    ["cannot be told from credits alone", { plan: "pro" }, null],
  ])("%s", (_, limits, left) => {
    expect(remainingQuota({ ...NOTHING, ...limits })).toEqual(left);
  });

  test("is found without touching the record", () => {
    const record = { ...NOTHING, primary: window(1), secondary: window(50) };
    const before = structuredClone(record);
    remainingQuota(record);
    expect(record).toEqual(before);
  });
});
