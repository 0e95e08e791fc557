import * as z from "zod/mini";

import { wholeNumber } from "./whole.js";

const text = z.optional(z.nullable(z.string()));

const Window = z.optional(
  z.nullable(
    z.looseObject({
      usedPercent: z.number(),
      windowDurationMins: z.optional(z.nullable(wholeNumber)),
      resetsAt: z.optional(z.nullable(z.number())),
    }),
  ),
);

/** How much of an allowance is used. News of it is sparse: what is null has not changed. */
export const RateLimits = z.looseObject({
  limitId: text,
  limitName: text,
  planType: text,
  primary: Window,
  secondary: Window,
  credits: z.optional(
    z.nullable(
      z.looseObject({
        hasCredits: z._default(z.boolean(), false),
        unlimited: z._default(z.boolean(), false),
        balance: text,
      }),
    ),
  ),
  rateLimitReachedType: text,
});

/** The reply about limits: the account's own first, then each that is metered apart. */
export const LimitsResult = z.looseObject({
  rateLimits: RateLimits,
  rateLimitsByLimitId: z.optional(z.nullable(z.record(z.string(), z.optional(RateLimits)))),
});

export type RateLimits = z.infer<typeof RateLimits>;

/** What is known once news has come. */
export function mergeLimits(known: RateLimits | undefined, notification: RateLimits): RateLimits {
  // What is metered apart is told in the same way; the account's own limit is the one that counts.
  const apart = (notification.limitId ?? known?.limitId) !== known?.limitId;
  if (known !== undefined && apart) return notification.limitId === "codex" ? notification : known;
  const told = Object.entries(notification).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return { ...known, ...(Object.fromEntries(told) as RateLimits) };
}
