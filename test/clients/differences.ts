/** The places in which two JSON values differ, in words. */
export function differences(theirs: unknown, ours: unknown, at = ""): string[] {
  if (isObject(theirs) && isObject(ours) && Array.isArray(theirs) === Array.isArray(ours)) {
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
    return keys.flatMap((key) => differences(theirs[key], ours[key], `${at}.${key}`));
  }
  if (theirs === ours) return [];
  return [`${at.slice(1) || "all"}: ${short(ours, theirs)} instead of ${short(theirs, ours)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** A value, and of a long text the part from shortly before it differs from the other. */
function short(value: unknown, other: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value !== "string" || typeof other !== "string") {
    return JSON.stringify(value).slice(0, SHOWN);
  }
  let same = 0;
  while (same < value.length && value[same] === other[same]) same += 1;
  const from = Math.max(0, same - BEFORE);
  return `${from === 0 ? "" : "…"}${JSON.stringify(value.slice(from, from + SHOWN))}`;
}

const SHOWN = 200;
const BEFORE = 40;
