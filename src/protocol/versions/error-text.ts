/** The HTTP status in the text of a turn's error: older servers have it nowhere else. */
export function statusInText(message: string): number | null {
  const found = /\bstatus (\d{3})\b/.exec(message)?.[1];
  return found === undefined ? null : Number(found);
}

/** Whether a 429 is a usage limit: older servers distinguish it from a rate limit only in the text. */
export const isUsageLimitText = (message: string): boolean => /usage limit/i.test(message);

/** Whether a server error means that there is no capacity: codex names it like any other. */
export const isCapacityText = (message: string): boolean =>
  /\b(?:high demand|overloaded|at capacity)\b/i.test(message);
