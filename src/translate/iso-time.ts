/** Seconds since 1970 as ISO 8601 in UTC; what is no time is null. */
export function isoTime(seconds: number | null | undefined): string | null {
  const time = new Date((seconds ?? NaN) * 1000);
  const iso = Number.isNaN(time.getTime()) ? "" : time.toISOString();
  // Beyond the year 9999 it is no date that others read.
  return /^\d{4}-/.test(iso) ? iso : null;
}
