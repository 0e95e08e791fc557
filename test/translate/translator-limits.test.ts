import { describe, expect, test } from "vitest";

import { Translator } from "../../src/translate/translator.js";
import { ended, endOf, failedWith, notification } from "./notifications.js";

const FULL = {
  limitId: "codex",
  limitName: null,
  planType: "pro",
  primary: { usedPercent: 40, windowDurationMins: 300, resetsAt: 2_000_000_000 },
  secondary: { usedPercent: 5, windowDurationMins: 10_080, resetsAt: 2_000_043_200 },
  credits: { hasCredits: true, unlimited: false, balance: "12.5" },
  rateLimitReachedType: null,
};
const RECORD = {
  limit_id: "codex",
  name: null,
  plan: "pro",
  primary: {
    used_percent: 40,
    remaining_percent: 60,
    window_minutes: 300,
    resets_at: "2033-05-18T03:33:20.000Z",
  },
  secondary: {
    used_percent: 5,
    remaining_percent: 95,
    window_minutes: 10_080,
    resets_at: "2033-05-18T15:33:20.000Z",
  },
  credits: { has_credits: true, unlimited: false, balance: "12.5" },
  reached: null,
};
const LATER = {
  used_percent: 41,
  remaining_percent: 59,
  window_minutes: null,
  resets_at: null,
};

const limits = (rateLimits: object) => notification("account/rateLimits/updated", { rateLimits });

describe("limits at the end of a turn", () => {
  test("are none when nobody told any", () => {
    expect(endOf(ended())?.limits).toBeNull();
  });

  test("are those that were told", () => {
    expect(endOf(limits(FULL), ended())?.limits).toEqual(RECORD);
  });

  test("are not erased by later news that says null, or nothing", () => {
    const sparse = { primary: null, secondary: null, credits: null, planType: null };
    expect(endOf(limits(FULL), limits(sparse), limits({}), ended())?.limits).toEqual(RECORD);
  });

  test("are changed by later news where it says something", () => {
    const later = limits({ primary: { usedPercent: 41 }, rateLimitReachedType: "x" });
    expect(endOf(limits(FULL), later, ended())?.limits).toEqual({
      ...RECORD,
      primary: LATER,
      reached: "x",
    });
  });

  test("are those of a failed turn as well, and say when to try again", () => {
    const error = {
      message: "You have hit your usage limit.",
      codexErrorInfo: "usageLimitExceeded",
    };
    const end = endOf(limits(FULL), failedWith(error));
    expect([end?.limits, end?.failure?.resetsAt]).toEqual([RECORD, "2033-05-18T03:33:20.000Z"]);
  });

  test("whose time is none are no reason to fall over", () => {
    const odd = limits({ primary: { usedPercent: 100, resetsAt: 1e20 } });
    const error = {
      message: "You have hit your usage limit.",
      codexErrorInfo: "usageLimitExceeded",
    };
    expect(endOf(odd, failedWith(error))?.failure).toMatchObject({
      cause: "usage_limit",
      resetsAt: null,
    });
  });
});

describe("limits that were known before the turn", () => {
  test("stand until there is news", () => {
    const translator = new Translator(new Set());
    translator.updateLimits(FULL);
    const before = translator.snapshot().limits;
    translator.translate(limits({ primary: { usedPercent: 41 } }));
    expect([before, translator.snapshot().limits]).toEqual([RECORD, { ...RECORD, primary: LATER }]);
  });

  test("do not mix with a limit that is metered apart", () => {
    const translator = new Translator(new Set());
    translator.updateLimits(FULL);
    translator.translate(
      limits({ limitId: "codex_other", limitName: "Other", primary: { usedPercent: 41 } }),
    );
    expect(translator.snapshot().limits).toEqual(RECORD);
  });
});
