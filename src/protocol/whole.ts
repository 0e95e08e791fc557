import * as z from "zod/mini";

/**
 * A count, a status or a time. Our own lines promise whole numbers: what is none is rounded, and what
 * is beyond all counting is cut off, low enough for sums to stay exact.
 */
export const wholeNumber = z.pipe(
  z.number(),
  z.transform((told) => Math.max(-LIMIT, Math.min(Math.round(told), LIMIT)) + 0),
);

const LIMIT = Math.floor(Number.MAX_SAFE_INTEGER / 1024);
