import type { ReportedFinding } from "../report.js";

/** Sorts findings, worst first; stable. */
export const byPriority = (findings: readonly ReportedFinding[]): ReportedFinding[] =>
  findings.toSorted((one, other) => one.priority - other.priority);
