import type { Judged } from "../report.js";

/** The worst first, otherwise as they came. */
export const byPriority = (findings: readonly Judged[]): Judged[] =>
  findings.toSorted((one, other) => one.priority - other.priority);
