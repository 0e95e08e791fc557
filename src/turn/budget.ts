import { CliError } from "../outcome/errors.js";
import type { Usage } from "../dialect/events.js";
import { isCall } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";

/** How much a run may cost; undefined is no limit. */
export interface BudgetOptions {
  /** Tokens in and out, cached ones too. */
  maxTokens?: number | undefined;
  /** Answers of the model. */
  maxSteps?: number | undefined;
}

/** Counts what a run costs. The server tells it after each answer of the model. */
export class Budget {
  readonly #wish: BudgetOptions;
  #steps = 0;
  /** Whether the answer that is not yet counted calls for another one. */
  #goesOn = false;

  constructor(wish: BudgetOptions) {
    this.#wish = wish;
  }

  /** What is wrong with going on, if anything is. `used` is what the run has used by now. */
  onNotification(notification: ServerNotification, used: Usage): CliError | undefined {
    if (notification.kind === "turnStarted") this.#goesOn = false;
    if (notification.kind === "itemStarted" && isCall(notification.item)) this.#goesOn = true;
    if (notification.kind !== "usageUpdated") return undefined;
    const { maxTokens = Infinity, maxSteps = Infinity } = this.#wish;
    this.#steps++;
    const more = this.#goesOn;
    this.#goesOn = false;
    const tokens = used.input_tokens + used.output_tokens;
    if (tokens > maxTokens) {
      const words = `used ${String(tokens)} tokens, more than ${String(maxTokens)} (--max-tokens)`;
      return new CliError("budget", words);
    }
    // A last answer may be the last one allowed; one with calls in it asks for the next.
    if (this.#steps > maxSteps || (this.#steps === maxSteps && more)) {
      const times = maxSteps === 1 ? "1 answer" : `${String(maxSteps)} answers`;
      return new CliError("budget", `not done after ${times} of the model (--max-steps)`);
    }
    return undefined;
  }
}
