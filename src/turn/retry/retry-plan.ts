import type { Failure } from "../../outcome/causes.js";

/** When a turn that failed is tried again. */
export interface RetryOptions {
  /** How often, for each model. */
  times: number;
  /** Models that step in, one after the other. */
  fallback: readonly string[];
  /** How long a usage limit may be waited out. */
  quotaMs: number;
  /** Also after commands ran or files changed. */
  unsafe: boolean;
}

/** What comes after an attempt that failed. */
export interface NextAttempt {
  delayMs: number;
  /** The model, where it is another one. */
  model: string | null;
}

/** Decides, failure by failure, whether and when to try again. No clock and no chance of its own. */
export class RetryPlan {
  readonly #wish: RetryOptions;
  #tried = 0;
  #stoodIn = 0;
  #waits = 0;
  /** What is left of the patience with a usage limit. */
  #quotaMs: number;

  constructor(wish: RetryOptions) {
    this.#wish = wish;
    this.#quotaMs = wish.quotaMs;
  }

  /** `chance` is from 0 to 1, so that many who failed together do not come back together. */
  next(failed: Failure, now: number, chance: number): NextAttempt | undefined {
    if (failed.cause === "usage_limit") return this.#afterReset(failed, now, chance);
    if (!failed.retryable || OUR_SIDE.has(failed.cause)) return undefined;
    if (this.#tried < this.#wish.times) {
      const delayMs = Math.max(backoff(this.#tried++, FIRST_MS, chance), untilReset(failed, now));
      return delayMs > LONGEST_RESET_MS ? this.#standIn() : { delayMs, model: null };
    }
    return this.#standIn();
  }

  #standIn(): NextAttempt | undefined {
    const model = this.#wish.fallback[this.#stoodIn++];
    this.#tried = 0;
    return model === undefined ? undefined : { delayMs: 0, model };
  }

  /** A usage limit is another matter: it is waited out, if there is time, and costs no attempt. */
  #afterReset(failed: Failure, now: number, chance: number): NextAttempt | undefined {
    // A reset that is over by now may be told for a while.
    const firstMs = failed.resetsAt === null ? FIRST_LOOK_MS : FIRST_MS;
    const leastMs = untilReset(failed, now) || backoff(this.#waits++, firstMs, chance);
    if (leastMs > this.#quotaMs) return this.#standIn();
    const delayMs = Math.min(leastMs + Math.round(chance * SPREAD_MS), this.#quotaMs);
    this.#quotaMs -= delayMs;
    return { delayMs, model: null };
  }
}

/** A server of our own that dies is not busy. */
const OUR_SIDE: ReadonlySet<string> = new Set(["server_crashed", "server_unreachable"]);

const FIRST_MS = 1_000;
const MOST_MS = 60_000;
/** Where nobody says when a limit ends, it is looked at again. */
const FIRST_LOOK_MS = 60_000;
const SPREAD_MS = 5_000;
/** A rate limit that lasts longer is no matter of waiting. */
const LONGEST_RESET_MS = 10 * 60_000;

/** Twice as long each time, and somewhere between half of it and all of it. */
const backoff = (times: number, firstMs: number, chance: number): number =>
  Math.round(Math.min(firstMs * 2 ** times, Math.max(MOST_MS, firstMs)) * (0.5 + chance / 2));

const untilReset = ({ resetsAt }: Failure, now: number): number =>
  resetsAt === null ? 0 : Math.max(Date.parse(resetsAt) - now, 0);
