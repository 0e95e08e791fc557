import { until } from "../../src/output/ago.js";
import type { Paint } from "../../src/output/colour.js";
import { localTime } from "../../src/output/quantity.js";
import { createTable, widest } from "../../src/output/table.js";
import type { LimitWindow, RateLimitsRecord } from "../../src/dialect/records.js";

interface TableContext {
  /** The terminal's width; undefined for a pipe, which gets machine-readable values. */
  columns: number | undefined;
  paint: Paint;
  now: number;
}

/** One line for each window of each limit, and one for its credits. */
export function limitsTable(
  limits: readonly RateLimitsRecord[],
  { columns, paint, now }: TableContext,
): string {
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

/** Without `now`: bare numbers and ISO times, for programs. */
function rowsOf(limit: RateLimitsRecord, now: number | undefined): string[][] {
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

/** The length of a limit's window in short form: 5h, 7d. */
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

function creditsLeft(credits: RateLimitsRecord["credits"]): string | undefined {
  if (credits === null) return undefined;
  if (credits.unlimited) return "unlimited";
  return credits.has_credits ? (credits.balance ?? "some") : undefined;
}
