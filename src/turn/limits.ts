import type { CliError } from "../outcome/errors.js";
import type { Usage } from "../dialect/usage.js";
import type { ServerNotification } from "../protocol/notifications.js";
import type { BudgetOptions } from "./budget.js";
import { Budget } from "./budget.js";
import type { TimeLimits } from "./time-limits.js";
import { RunTimers } from "./time-limits.js";

export type LimitOptions = TimeLimits & BudgetOptions;

/** Enforces the time and token limits of a run. */
export class RunLimits {
  readonly timers: RunTimers;
  readonly #budget: Budget;
  readonly #onExceeded: (error: CliError) => void;
  /** The budget error, once the budget is exceeded. */
  exceeded: CliError | undefined;

  constructor(options: LimitOptions, onExceeded: (error: CliError) => void) {
    this.timers = new RunTimers(options, onExceeded);
    this.#budget = new Budget(options);
    this.#onExceeded = onExceeded;
  }

  /** Takes a notification of our turn, and the usage of the run so far. */
  onNotification(notification: ServerNotification, used: Usage): void {
    this.timers.onNotification(notification);
    const exceeded = this.#budget.onNotification(notification, used);
    if (exceeded === undefined) return;
    this.exceeded ??= exceeded;
    this.#onExceeded(exceeded);
  }
}

export const isLimited = (options: LimitOptions): boolean =>
  Object.values(options).some((limit) => limit !== undefined);
