import { CliError } from "../../src/outcome/errors.js";

/** A share as a command line says it: 15, 15% or 12.5%. */
export function parsePercent(flag: string, word: string): number {
  const [, number = ""] = /^(\d+(?:\.\d+)?)%?$/.exec(word.trim()) ?? [];
  const percent = number === "" ? NaN : Number(number);
  if (percent >= 0 && percent <= 100) return percent;
  throw new CliError("usage", `${flag} ${word}: not a share between 0% and 100%`, {
    hint: `for example: ${flag} 15%`,
  });
}
