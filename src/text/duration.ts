import { CliError } from "../outcome/errors.js";

/** Parses a duration such as `90`, `90s`, `5m`, `1h` or `500ms` into milliseconds. */
export function parseDuration(flag: string, text: string): number {
  const ms = millisecondsIn(text);
  if (ms !== undefined) return ms;
  throw new CliError("usage", `${flag} ${text}: expected a time, such as 90s or 5m`);
}

/** Whether a text is a valid duration. */
export const isDuration = (text: string): boolean => millisecondsIn(text) !== undefined;

function millisecondsIn(text: string): number | undefined {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  const ms = Number(number) * (UNITS[unit] ?? Number.NaN);
  return ms > 0 && ms <= MAX_MS ? Math.round(ms) : undefined;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The longest delay of `setTimeout`. */
const MAX_MS = 2 ** 31 - 1;
