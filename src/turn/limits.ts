import type { CliError } from "../outcome/errors.js";
import type { Usage } from "../dialect/events.js";
import type { ServerNews } from "../protocol/notifications.js";
import type { BudgetWish } from "./budget.js";
import { Budget } from "./budget.js";
import type { TimeLimits } from "./time-limits.js";
import { Clocks } from "./time-limits.js";

export type LimitWish = TimeLimits & BudgetWish;

/** What a run may take: time, and tokens. Whoever passes a limit ends it. */
export class Limits {
  readonly clocks: Clocks;
  readonly #budget: Budget;
  readonly #halt: (error: CliError) => void;
  /** Why the budget is used up, if it is. */
  overdrawn: CliError | undefined;

  constructor(wish: LimitWish, halt: (error: CliError) => void) {
    this.clocks = new Clocks(wish, halt);
    this.#budget = new Budget(wish);
    this.#halt = halt;
  }

  /** News of our turn, and what the run has used by now. */
  heard(news: ServerNews, used: Usage): void {
    this.clocks.heard(news);
    const over = this.#budget.heard(news, used);
    if (over === undefined) return;
    this.overdrawn ??= over;
    this.#halt(over);
  }
}

export const isLimited = (wish: LimitWish): boolean =>
  Object.values(wish).some((limit) => limit !== undefined);
