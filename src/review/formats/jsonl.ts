import type { ReviewReport } from "../report.js";

/**
 * Renders one JSON line per finding. A review that could not be made is the single line
 * `{"outcome":"error","problem":…}`, because no output would mean a pass.
 */
export function renderJsonl({ outcome, problem, findings }: ReviewReport): string {
  const values = outcome === "error" ? [{ outcome, problem }] : findings;
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
