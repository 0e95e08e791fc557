import * as z from "zod/mini";

import { wholeNumber } from "./whole-number.js";

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

/** How much of a rate limit is used. Updates are sparse: a null field has not changed. */
export const ServerRateLimits = z.looseObject({
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

/** The account's own limit, then each one that is metered separately. */
export const LimitsResult = z.looseObject({
  rateLimits: ServerRateLimits,
  rateLimitsByLimitId: z.optional(z.nullable(z.record(z.string(), z.optional(ServerRateLimits)))),
});

export type ServerRateLimits = z.infer<typeof ServerRateLimits>;

/** Merges a sparse update into the known limits. */
export function mergeLimits(
  known: ServerRateLimits | undefined,
  update: ServerRateLimits,
): ServerRateLimits {
  // Separately metered limits arrive in the same way; only the account's own one is kept.
  const isOther = (update.limitId ?? known?.limitId) !== known?.limitId;
  if (known !== undefined && isOther) return update.limitId === "codex" ? update : known;
  const changed = Object.entries(update).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return { ...known, ...(Object.fromEntries(changed) as ServerRateLimits) };
}
