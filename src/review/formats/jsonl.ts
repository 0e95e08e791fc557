import type { ReviewReport } from "../report.js";

/**
 * One line per finding, each the finding itself; no finding, no line. A review that could not be
 * made is the single line `{"outcome":"error","problem":…}`: silence would mean that all is well.
 */
export function renderJsonl({ outcome, problem, findings }: ReviewReport): string {
  const values = outcome === "error" ? [{ outcome, problem }] : findings;
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
