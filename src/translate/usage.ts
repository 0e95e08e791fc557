import type { Usage } from "../dialect/usage.js";
import type { Tokens, TokenUsage } from "../protocol/turn.js";

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

/**
 * Counts the tokens of a turn: the server reports thread totals, so earlier usage is subtracted.
 */
export interface Meter {
  add(usage: TokenUsage): void;
  /** Sets the usage before this turn, if the server sends it; else the first report implies it. */
  startFrom(usage: TokenUsage): void;
  /** Adds one model response, for turns whose totals the server does not send. */
  addResponse(tokens: Tokens): void;
  thread(): Usage;
  turn(): Usage;
}

export function createMeter(): Meter {
  let before: Usage | undefined;
  let total: Usage | undefined;
  let responses = NO_USAGE;
  return {
    add(usage) {
      total = usageOf(usage.total);
      // The first report of a turn is its first response: the rest was used before.
      before ??= minus(total, usageOf(usage.last));
    },
    startFrom(usage) {
      before ??= usageOf(usage.total);
    },
    addResponse(tokens) {
      responses = plus(responses, usageOf(tokens));
    },
    thread: () => total ?? responses,
    turn: () => (total === undefined ? responses : minus(total, before ?? NO_USAGE)),
  };
}

const plus = (one: Usage, other: Usage): Usage => each(one, (key) => one[key] + other[key]);

const minus = (from: Usage, take: Usage): Usage =>
  each(from, (key) => Math.max(from[key] - take[key], 0));

function each(usage: Usage, value: (key: keyof Usage) => number): Usage {
  const keys = Object.keys(usage) as (keyof Usage)[];
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Usage;
}
