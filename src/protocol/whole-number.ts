import * as z from "zod/mini";

/**
 * A number rounded to an integer, as the dialect promises for counts, statuses and times. It is
 * clamped low enough for sums to stay exact.
 */
export const wholeNumber = z.pipe(
  z.number(),
  z.transform((number) => Math.max(-LIMIT, Math.min(Math.round(number), LIMIT)) + 0),
);

const LIMIT = Math.floor(Number.MAX_SAFE_INTEGER / 1024);
