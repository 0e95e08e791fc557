/** A time as people say it: 85ms, 3.4s, 34s, 2m 05s. */
export function duration(ms: number): string {
  if (ms < 1000) return `${ms}ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
}

/** A number with its thousands apart. */
export const grouped = (count: number): string =>
  String(count).replace(/\B(?=(?:\d{3}){1,7}$)/g, ",");

/** A number of things; nothing at all when there are none. */
export const some = (count: number, thing: string, happened: string): string =>
  count === 0 ? "" : `${grouped(count)} ${thing}${count === 1 ? "" : "s"} ${happened}`;

/** A moment on the reader's own clock. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
