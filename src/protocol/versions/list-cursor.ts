/**
 * Moves a cursor of `thread/list` one second later. Sorted by creation time, cursors have whole
 * seconds and the next page starts before that second, so other threads created in it would be
 * lost (seen from 0.130 on).
 */
export function withOverlap(cursor: string): string[] {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(cursor) ? Date.parse(cursor) : NaN;
  if (Number.isNaN(time)) return [cursor];
  return [new Date(time + 1000).toISOString().replace(".000Z", "Z"), cursor];
}
