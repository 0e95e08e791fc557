/** Replaces a secret. */
export const REDACTED = "[redacted]";

/** Replaces every string, number and boolean in a value, at any depth. */
export function redactAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactAll);
  if (typeof value !== "object" || value === null) return value === null ? null : REDACTED;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactAll(each)]));
}
