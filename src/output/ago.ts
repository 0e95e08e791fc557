import { counted } from "../text/counted.js";
import { localTime } from "./quantity.js";

/** Formats a past time: how long ago, or the date if that is over a month. */
export function ago(iso: string | null, now: number): string {
  const seconds = iso === null ? NaN : (now - Date.parse(iso)) / 1000;
  if (iso === null || Number.isNaN(seconds)) return "";
  if (seconds < -MINUTE) return localTime(iso);
  if (seconds < MINUTE) return "just now";
  if (seconds < HOUR) return `${counted(Math.floor(seconds / MINUTE), "minute")} ago`;
  if (seconds < DAY) return `${counted(Math.floor(seconds / HOUR), "hour")} ago`;
  if (seconds < MONTH) return `${counted(Math.floor(seconds / DAY), "day")} ago`;
  return localTime(iso).slice(0, "2026-01-31".length);
}

/** Formats a future time: how long until then. */
export function until(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Number.isNaN(seconds)) return "";
  if (seconds <= 0) return "now";
  if (seconds < MINUTE) return "in less than a minute";
  const [size, unit] = seconds < HOUR ? [MINUTE, "m"] : seconds < DAY ? [HOUR, "h"] : [DAY, "d"];
  const [below, name] = unit === "h" ? [MINUTE, "m"] : [HOUR, "h"];
  const rest = unit === "m" ? 0 : Math.floor((seconds % size) / below);
  return `in ${Math.floor(seconds / size)}${unit}${rest === 0 ? "" : ` ${rest}${name}`}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
