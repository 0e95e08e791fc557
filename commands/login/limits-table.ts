import { until } from "../../src/output/ago.js";
import type { Paint } from "../../src/output/colour.js";
import { localTime } from "../../src/output/quantity.js";
import { createTable, widest } from "../../src/output/table.js";
import type { LimitWindow, RateLimits } from "../../src/dialect/records.js";

interface Page {
  /** The terminal's width; undefined where there is none, and programs read the times. */
  columns: number | undefined;
  paint: Paint;
  now: number;
}

/** One line for each window of each limit, and one for its credits. */
export function limitsTable(limits: readonly RateLimits[], { columns, paint, now }: Page): string {
  const rows = limits.flatMap((limit) => rowsOf(limit, columns === undefined ? undefined : now));
  const heads = ["LIMIT", "WINDOW", "USED", "LEFT", "RESETS"];
  const width = (head: string, at: number): number =>
    widest(
      head,
      rows.map((row) => row[at] ?? ""),
    );
  const table = createTable(
    heads.map((head, at) => ({ head, width: width(head, at) })),
    { columns, paint },
  );
  const head = rows.length === 0 ? undefined : table.head();
  const lines = [...(head === undefined ? [] : [head]), ...rows.map((row) => table.row(row))];
  return lines.map((line) => `${line}\n`).join("");
}

/** Programs get bare numbers and whole times: `now` is for people. */
function rowsOf(limit: RateLimits, now: number | undefined): string[][] {
  const name = limit.name ?? limit.limit_id ?? "account";
  const windows = [limit.primary, limit.secondary].flatMap((window) => window ?? []);
  const credits = creditsLeft(limit.credits);
  return [
    ...windows.map((window) => [
      name,
      windowName(window.window_minutes),
      percent(window.used_percent, now),
      percent(window.remaining_percent, now),
      resets(window, now),
    ]),
    ...(credits === undefined ? [] : [[name, "credits", "", credits, ""]]),
  ];
}

/** A length of time as short as it can be said: 5h, 7d. */
export function windowName(minutes: number | null): string {
  if (minutes === null) return "";
  if (minutes % DAY === 0) return `${String(minutes / DAY)}d`;
  return minutes % HOUR === 0 ? `${String(minutes / HOUR)}h` : `${String(minutes)}m`;
}

const HOUR = 60;
const DAY = 24 * HOUR;

const percent = (share: number, now: number | undefined): string =>
  `${String(share)}${now === undefined ? "" : "%"}`;

const resets = ({ resets_at: at }: LimitWindow, now: number | undefined): string =>
  at === null || now === undefined ? (at ?? "") : `${localTime(at)} (${until(at, now)})`;

function creditsLeft(credits: RateLimits["credits"]): string | undefined {
  if (credits === null) return undefined;
  if (credits.unlimited) return "unlimited";
  return credits.has_credits ? (credits.balance ?? "some") : undefined;
}
