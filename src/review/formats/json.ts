import type { ReviewReport } from "../report.js";

/** The review as one JSON document, exactly as it is. */
export const renderJson = (report: ReviewReport): string => `${JSON.stringify(report, null, 2)}\n`;
