import { CliError } from "../../src/outcome/errors.js";

/** Parses a percentage: 15, 15% or 12.5%. */
export function parsePercent(flag: string, word: string): number {
  const [, number = ""] = /^(\d+(?:\.\d+)?)%?$/.exec(word.trim()) ?? [];
  const percent = number === "" ? NaN : Number(number);
  if (percent >= 0 && percent <= 100) return percent;
  throw new CliError("usage", `${flag} ${word}: expected a percentage from 0% to 100%`, {
    hint: `for example: ${flag} 15%`,
  });
}
