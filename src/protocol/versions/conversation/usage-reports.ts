import type { Fields } from "./fields.js";
import { fieldsOf, numberFrom } from "./fields.js";

/**
 * The token reports of a conversation. The server sends one when the model has answered, and again before
 * it asks the model anew. Newer ones send it once, after the tools that the answer called.
 */
export class UsageReports {
  #lastTotal = "";
  #held: readonly Fields[] = [];

  /** Adds what a `token_count` says; returns what newer servers would have sent by now. */
  add(info: Fields): readonly Fields[] {
    const total = fieldsOf(info["total_token_usage"]);
    const text = JSON.stringify(total);
    const released = this.release();
    if (text === "{}" || text === this.#lastTotal) return released;
    this.#lastTotal = text;
    const last = tokens(fieldsOf(info["last_token_usage"]));
    const modelContextWindow = numberFrom(info["model_context_window"]);
    this.#held = [{ total: tokens(total), last, modelContextWindow }];
    return released;
  }

  /** The report that is held back, if there is one. */
  release(): readonly Fields[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}

const tokens = (usage: Fields): Fields => ({
  inputTokens: usage["input_tokens"] ?? 0,
  cachedInputTokens: usage["cached_input_tokens"] ?? 0,
  outputTokens: usage["output_tokens"] ?? 0,
  reasoningOutputTokens: usage["reasoning_output_tokens"] ?? 0,
});
