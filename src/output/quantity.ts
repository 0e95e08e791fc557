/** Formats a duration: 85ms, 3.4s, 34s, 2m 05s. */
export function duration(ms: number): string {
  if (ms < 1000) return `${ms}ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
}

/** Formats a number with thousands separators. */
export const grouped = (count: number): string =>
  String(count).replace(/\B(?=(?:\d{3}){1,7}$)/g, ",");

/** Formats a count, such as "2 files changed"; empty when it is zero. */
export const some = (count: number, thing: string, happened: string): string =>
  count === 0 ? "" : `${grouped(count)} ${thing}${count === 1 ? "" : "s"} ${happened}`;

/** Formats a time in the local time zone. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
