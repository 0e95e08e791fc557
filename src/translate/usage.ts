import type { Usage } from "../events.js";
import type { Tokens, TokenUsage } from "../protocol/turn.js";

/** The server's token counts in our words. */
export const usageOf = (tokens: Tokens): Usage => ({
  input_tokens: tokens.inputTokens,
  cached_input_tokens: tokens.cachedInputTokens,
  cache_write_input_tokens: tokens.cacheWriteInputTokens,
  output_tokens: tokens.outputTokens,
  reasoning_output_tokens: tokens.reasoningOutputTokens,
});

export const NO_USAGE: Usage = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
};

/** Counts a turn: totals are the thread's, so what stood before this turn is taken off. */
export interface Meter {
  add(usage: TokenUsage): void;
  thread(): Usage;
  turn(): Usage;
}

export function createMeter(): Meter {
  let before: Usage | undefined;
  let total = NO_USAGE;
  return {
    add(usage) {
      total = usageOf(usage.total);
      // The first report of a turn is its first response: the rest was there before.
      before ??= minus(total, usageOf(usage.last));
    },
    thread: () => total,
    turn: () => minus(total, before ?? NO_USAGE),
  };
}

function minus(from: Usage, take: Usage): Usage {
  const keys = Object.keys(from) as (keyof Usage)[];
  const rest = keys.map((key) => [key, Math.max(from[key] - take[key], 0)]);
  return Object.fromEntries(rest) as Usage;
}
