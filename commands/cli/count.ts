import { CliError } from "../../src/outcome/errors.js";

/** Parses a whole number such as 200, 200_000, 200k or 2m. */
export function parseCount(
  flag: string,
  word: string,
  { from = 1 }: { from?: number } = {},
): number {
  const [, digits = "", unit = ""] = /^(\d[\d_]*)([km]?)$/i.exec(word.trim()) ?? [];
  const count = Number(digits.replaceAll("_", "")) * (UNITS[unit.toLowerCase()] ?? 1);
  if (digits !== "" && Number.isSafeInteger(count) && count >= from) return count;
  throw new CliError("usage", `${flag} ${word}: expected a number of at least ${String(from)}`);
}

const UNITS: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000 };
