import { CliError } from "../outcome/errors.js";
import type { Usage } from "../dialect/usage.js";
import { isToolCall } from "../protocol/items.js";
import type { ServerNotification } from "../protocol/notifications.js";
import { counted } from "../text/counted.js";

/** How much a run may cost; undefined is no limit. */
export interface BudgetOptions {
  /** Tokens in and out, cached ones too. */
  maxTokens?: number | undefined;
  /** Responses of the model. */
  maxSteps?: number | undefined;
}

/**
 * Counts the tokens and steps of a run. The server reports usage after each response of the model.
 */
export class Budget {
  readonly #options: BudgetOptions;
  #steps = 0;
  /** Whether the response not yet counted calls a tool, so that another one follows. */
  #callsTool = false;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  /** Returns an error once a limit is exceeded. `used` is the usage of the run so far. */
  onNotification(notification: ServerNotification, used: Usage): CliError | undefined {
    if (notification.kind === "turnStarted") this.#callsTool = false;
    if (notification.kind === "itemStarted" && isToolCall(notification.item))
      this.#callsTool = true;
    if (notification.kind !== "usageUpdated") return undefined;
    const { maxTokens = Infinity, maxSteps = Infinity } = this.#options;
    this.#steps++;
    const more = this.#callsTool;
    this.#callsTool = false;
    const tokens = used.input_tokens + used.output_tokens;
    if (tokens > maxTokens) {
      const message = `used ${String(tokens)} tokens, more than ${String(maxTokens)} (--max-tokens)`;
      return new CliError("budget", message);
    }
    // The last response allowed may end the turn; one with tool calls needs another.
    if (this.#steps > maxSteps || (this.#steps === maxSteps && more)) {
      const answers = counted(maxSteps, "answer");
      return new CliError("budget", `not done after ${answers} of the model (--max-steps)`);
    }
    return undefined;
  }
}
