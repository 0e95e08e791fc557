import type { Failure } from "../../outcome/causes.js";

/** When to retry a failed turn. */
export interface RetryOptions {
  /** Retries per model. */
  times: number;
  /** Models to fall back to, one after the other. */
  fallback: readonly string[];
  /** How long to wait for a usage limit to reset, in total. */
  quotaMs: number;
  /** Retry even if commands ran or files changed. */
  unsafe: boolean;
}

export interface NextAttempt {
  delayMs: number;
  /** The fallback model to switch to, if any. */
  model: string | null;
}

/** Decides after each failure whether and when to retry. Time and randomness are passed in. */
export class RetryPlan {
  readonly #options: RetryOptions;
  #retries = 0;
  #fallbacksUsed = 0;
  #quotaWaits = 0;
  /** What is left of `quotaMs`. */
  #quotaMs: number;

  constructor(options: RetryOptions) {
    this.#options = options;
    this.#quotaMs = options.quotaMs;
  }

  /** `random`, from 0 to 1, spreads out runs that failed at the same time. */
  next(failed: Failure, now: number, random: number): NextAttempt | undefined {
    if (failed.cause === "usage_limit") return this.#afterReset(failed, now, random);
    if (!failed.retryable || SERVER_FAILURES.has(failed.cause)) return undefined;
    if (this.#retries < this.#options.times) {
      const delayMs = Math.max(backoff(this.#retries++, FIRST_MS, random), untilReset(failed, now));
      return delayMs > MAX_RESET_MS ? this.#useFallback() : { delayMs, model: null };
    }
    return this.#useFallback();
  }

  #useFallback(): NextAttempt | undefined {
    const model = this.#options.fallback[this.#fallbacksUsed++];
    this.#retries = 0;
    return model === undefined ? undefined : { delayMs: 0, model };
  }

  /** Waits for a usage limit to reset, if there is time; this does not count as a retry. */
  #afterReset(failed: Failure, now: number, random: number): NextAttempt | undefined {
    // The server may report a past reset time for a while: then back off.
    const firstMs = failed.resetsAt === null ? FIRST_QUOTA_MS : FIRST_MS;
    const leastMs = untilReset(failed, now) || backoff(this.#quotaWaits++, firstMs, random);
    if (leastMs > this.#quotaMs) return this.#useFallback();
    const delayMs = Math.min(leastMs + Math.round(random * SPREAD_MS), this.#quotaMs);
    this.#quotaMs -= delayMs;
    return { delayMs, model: null };
  }
}

/** Not retried: a server that crashes or hangs is not overloaded. */
const SERVER_FAILURES: ReadonlySet<string> = new Set(["server_crashed", "server_unreachable"]);

const FIRST_MS = 1_000;
const MAX_MS = 60_000;
/** The first delay if the reset time is unknown. */
const FIRST_QUOTA_MS = 60_000;
const SPREAD_MS = 5_000;
/** A longer rate limit is not waited for. */
const MAX_RESET_MS = 10 * 60_000;

/** Doubles each time; the result is between half of that and all of it. */
const backoff = (times: number, firstMs: number, random: number): number =>
  Math.round(Math.min(firstMs * 2 ** times, Math.max(MAX_MS, firstMs)) * (0.5 + random / 2));

const untilReset = ({ resetsAt }: Failure, now: number): number =>
  resetsAt === null ? 0 : Math.max(Date.parse(resetsAt) - now, 0);
