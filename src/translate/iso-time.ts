/** Seconds since 1970 as ISO 8601 in UTC; null for an invalid time. */
export function isoTime(seconds: number | null | undefined): string | null {
  const time = new Date((seconds ?? NaN) * 1000);
  const iso = Number.isNaN(time.getTime()) ? "" : time.toISOString();
  // Most parsers do not read years beyond 9999.
  return /^\d{4}-/.test(iso) ? iso : null;
}
