import * as z from "zod/mini";

/**
 * A count, a status or a time. Our own lines promise whole numbers: what is none is rounded, and what
 * is beyond all counting is cut off, low enough for sums to stay exact.
 */
export const whole = z.pipe(
  z.number(),
  z.transform((told) => Math.max(-MOST, Math.min(Math.round(told), MOST)) + 0),
);

const MOST = Math.floor(Number.MAX_SAFE_INTEGER / 1024);
