import type { ServerRateLimits } from "../protocol/limits.js";
import type { LimitWindow, RateLimitsRecord } from "../dialect/records.js";
import { isoTime } from "./iso-time.js";

/** Converts rate limits; null if all of them are unknown. */
export function limitsRecord(limits: ServerRateLimits): RateLimitsRecord | null {
  const record = {
    limit_id: limits.limitId ?? null,
    name: limits.limitName ?? null,
    plan: limits.planType ?? null,
    primary: windowRecord(limits.primary),
    secondary: windowRecord(limits.secondary),
    credits: creditsRecord(limits.credits),
    reached: limits.rateLimitReachedType ?? null,
  };
  const { primary, secondary, credits, reached } = record;
  const known = [primary, secondary, credits, reached].some((field) => field !== null);
  return known ? record : null;
}

/** The remaining percentage of the fullest window, and when it resets. */
export function remainingQuota({ primary, secondary, reached }: RateLimitsRecord): {
  percent: number;
  resetsAt: string | null;
} | null {
  const windows = [primary, secondary].flatMap((window) => (window === null ? [] : [window]));
  const [least] = windows.sort((one, other) => one.remaining_percent - other.remaining_percent);
  if (reached !== null) return { percent: 0, resetsAt: least?.resets_at ?? null };
  return least === undefined
    ? null
    : { percent: least.remaining_percent, resetsAt: least.resets_at };
}

function windowRecord(window: ServerRateLimits["primary"]): LimitWindow | null {
  if (window === null || window === undefined) return null;
  const { usedPercent, windowDurationMins, resetsAt } = window;
  return {
    used_percent: usedPercent,
    remaining_percent: Math.max(100 - usedPercent, 0),
    window_minutes: windowDurationMins ?? null,
    resets_at: isoTime(resetsAt),
  };
}

function creditsRecord(credits: ServerRateLimits["credits"]): RateLimitsRecord["credits"] {
  if (credits === null || credits === undefined) return null;
  const { hasCredits, unlimited, balance } = credits;
  return { has_credits: hasCredits, unlimited, balance: balance ?? null };
}
