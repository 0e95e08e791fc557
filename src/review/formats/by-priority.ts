import type { ReportedFinding } from "../report.js";

/** The worst first, otherwise as they came. */
export const byPriority = (findings: readonly ReportedFinding[]): ReportedFinding[] =>
  findings.toSorted((one, other) => one.priority - other.priority);
