import type { ReviewReport } from "../report.js";

/** Renders the report as one JSON document. */
export const renderJson = (report: ReviewReport): string => `${JSON.stringify(report, null, 2)}\n`;
