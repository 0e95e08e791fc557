import type { CliError } from "../outcome/errors.js";
import type { Usage } from "../dialect/events.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { BudgetOptions } from "./budget.js";
import { Budget } from "./budget.js";
import type { TimeLimits } from "./time-limits.js";
import { Clocks } from "./time-limits.js";

export type LimitOptions = TimeLimits & BudgetOptions;

/** What a run may take: time, and tokens. Whoever passes a limit ends it. */
export class Limits {
  readonly clocks: Clocks;
  readonly #budget: Budget;
  readonly #halt: (error: CliError) => void;
  /** Why the budget is used up, if it is. */
  overdrawn: CliError | undefined;

  constructor(wish: LimitOptions, halt: (error: CliError) => void) {
    this.clocks = new Clocks(wish, halt);
    this.#budget = new Budget(wish);
    this.#halt = halt;
  }

  /** News of our turn, and what the run has used by now. */
  onNotification(notification: ServerNotification, used: Usage): void {
    this.clocks.onNotification(notification);
    const over = this.#budget.onNotification(notification, used);
    if (over === undefined) return;
    this.overdrawn ??= over;
    this.#halt(over);
  }
}

export const isLimited = (wish: LimitOptions): boolean =>
  Object.values(wish).some((limit) => limit !== undefined);
