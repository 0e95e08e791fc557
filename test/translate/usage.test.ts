import { describe, expect, test } from "vitest";

import { createMeter, usageOf } from "../../src/translate/usage.js";
import { ended, endOf, notification } from "./notifications.js";

/** Token counts on the wire; every field has its own number. */
const tokens = (times: number) => ({
  inputTokens: 100 * times,
  cachedInputTokens: 40 * times,
  cacheWriteInputTokens: 5 * times,
  outputTokens: 20 * times,
  reasoningOutputTokens: 8 * times,
});
const usage = (times: number) => ({
  input_tokens: 100 * times,
  cached_input_tokens: 40 * times,
  cache_write_input_tokens: 5 * times,
  output_tokens: 20 * times,
  reasoning_output_tokens: 8 * times,
});

test("the server's counts keep their meaning and the dialect's order", () => {
  expect(JSON.stringify(usageOf({ totalTokens: 9, ...tokens(1) }))).toBe(JSON.stringify(usage(1)));
});

describe("a meter", () => {
  test("without reports says nothing was used", () => {
    const meter = createMeter();
    expect([meter.thread(), meter.turn()]).toEqual([usage(0), usage(0)]);
  });

  test("on a new thread counts the turn as the thread", () => {
    const meter = createMeter();
    meter.add({ total: tokens(1), last: tokens(1) });
    meter.add({ total: tokens(3), last: tokens(2) });
    expect([meter.thread(), meter.turn()]).toEqual([usage(3), usage(3)]);
  });

  test("on a resumed thread takes off what stood before", () => {
    const meter = createMeter();
    meter.add({ total: tokens(11), last: tokens(1) });
    meter.add({ total: tokens(14), last: tokens(3) });
    expect([meter.thread(), meter.turn()]).toEqual([usage(14), usage(4)]);
  });

  test("never counts below nothing", () => {
    const meter = createMeter();
    meter.add({ total: tokens(11), last: tokens(1) });
    meter.add({ total: tokens(2), last: tokens(1) });
    expect([meter.thread(), meter.turn()]).toEqual([usage(2), usage(0)]);
  });
});

test("the end of a turn has the thread's last total, and the turn's own", () => {
  const report = (total: number, last: number) =>
    notification("thread/tokenUsage/updated", {
      tokenUsage: { total: tokens(total), last: tokens(last), modelContextWindow: 1000 },
    });
  const end = endOf(report(6, 1), report(8, 2), ended());
  expect([end?.usage, end?.turnUsage]).toEqual([usage(8), usage(3)]);
});
