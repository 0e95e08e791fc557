import { expect, test } from "vitest";

import { parseNotification } from "../../src/protocol/notifications.js";
import { wholeNumber } from "../../src/protocol/whole-number.js";

const MOST = 8_796_093_022_207;

test.each([
  [7, 7],
  [-1, -1],
  [1.5, 2],
  [0.1, 0],
  [-0.1, 0],
  [1e308, MOST],
  [-1e308, -MOST],
])("%d is read as the whole number %d", (told, expected) => {
  expect(wholeNumber.parse(told)).toBe(expected);
});

test.each(["7", null, true, Infinity, NaN])("%s is no number", (told) => {
  expect(wholeNumber.safeParse(told).success).toBe(false);
});

test("a thousand counts at the limit still add up to a number that is exact", () => {
  expect(Number.isSafeInteger(MOST * 1_000)).toBe(true);
});

test("token counts are whole, whatever the server tells", () => {
  const tokens = { inputTokens: 1.5, outputTokens: 1e300 };
  const tokenUsage = { total: tokens, last: tokens, modelContextWindow: 0.4 };
  const params = { threadId: "t", turnId: "u", tokenUsage };
  const read = {
    ...{ inputTokens: 2, outputTokens: MOST },
    ...{ cachedInputTokens: 0, cacheWriteInputTokens: 0, reasoningOutputTokens: 0 },
  };
  expect(parseNotification("thread/tokenUsage/updated", params)).toMatchObject({
    kind: "usageUpdated",
    tokenUsage: { total: read, last: read, modelContextWindow: 0 },
  });
});
