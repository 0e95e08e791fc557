import { expect, test } from "vitest";

import { mergeLimits } from "../../src/protocol/limits.js";

const KNOWN = {
  limitId: "codex",
  planType: "pro",
  primary: { usedPercent: 10, windowDurationMins: 300, resetsAt: 100 },
  secondary: { usedPercent: 20, windowDurationMins: 10_080, resetsAt: 200 },
  credits: { hasCredits: true, unlimited: false, balance: "5" },
};

test("the first news is all that is known, but for what it does not say", () => {
  expect(mergeLimits(undefined, { ...KNOWN, limitName: null, secondary: undefined })).toEqual({
    limitId: "codex",
    planType: "pro",
    primary: KNOWN.primary,
    credits: KNOWN.credits,
  });
});

test("what is null, or missing, in the news has not changed", () => {
  const notification = {
    primary: { usedPercent: 90 },
    secondary: null,
    credits: null,
    planType: undefined,
  };
  expect(mergeLimits(KNOWN, notification)).toEqual({ ...KNOWN, primary: { usedPercent: 90 } });
});

test("a zero and an empty word are news", () => {
  const notification = { primary: { usedPercent: 0 }, planType: "" };
  expect(mergeLimits(KNOWN, notification)).toEqual({ ...KNOWN, ...notification });
});

test("what was known is left alone", () => {
  const known = structuredClone(KNOWN);
  mergeLimits(known, { primary: { usedPercent: 99 }, planType: "free" });
  expect(known).toEqual(KNOWN);
});

test("news of a limit that is metered apart does not mix with the account's own", () => {
  const apart = { limitId: "codex_other", limitName: "Other", primary: { usedPercent: 1 } };
  expect(mergeLimits(KNOWN, apart)).toEqual(KNOWN);
});
