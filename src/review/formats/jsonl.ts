import type { ReviewReport } from "../report.js";

/**
 * Renders one JSON line per finding. Where nothing was reviewed there is the single line
 * `{"outcome":"error","problem":…}`, or `empty` for `error`, because no output would mean a pass.
 */
export function renderJsonl({ outcome, problem, findings }: ReviewReport): string {
  const values = outcome === "error" || outcome === "empty" ? [{ outcome, problem }] : findings;
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
