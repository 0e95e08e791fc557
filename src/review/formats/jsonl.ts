import type { ReviewReport } from "../report.js";

/**
 * Renders one JSON line per finding. If nothing was reviewed, it is one line, `{"outcome":"error","problem":…}` or
 * `{"outcome":"empty",…}`: no output would mean a pass.
 */
export function renderJsonl({ outcome, problem, findings }: ReviewReport): string {
  const values = outcome === "error" || outcome === "empty" ? [{ outcome, problem }] : findings;
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
