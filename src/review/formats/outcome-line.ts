import type { ReviewFailOn, ReviewReport } from "../report.js";
import { visibleLine } from "./visible.js";

/** Describes the outcome on one line. */
export function outcomeLine(report: ReviewReport): string {
  switch (report.outcome) {
    case "error":
      return `could not review: ${visibleLine(report.problem ?? "") || "unknown reason"}`;
    case "empty":
      return `nothing to review: ${visibleLine(report.problem ?? "")}`;
    case "pass":
      return `pass: ${counted(report)}`;
    case "fail":
      return `fail: ${counted(report)}${objection(report)}`;
  }
}

function counted({ findings, fail_on }: ReviewReport): string {
  if (findings.length === 0) return "no findings";
  const blocking = findings.filter((finding) => finding.blocking).length;
  const accepted = findings.filter((finding) => finding.accepted !== null).length;
  const also = accepted === 0 ? "" : `, ${accepted} accepted`;
  return `${share(blocking, findings.length)} (${THRESHOLD[fail_on]})${also}`;
}

function share(blocking: number, all: number): string {
  if (all === 1)
    return blocking === 1 ? "the only finding blocks" : "the only finding does not block";
  if (blocking === 0) return `none of ${all} findings blocks`;
  if (blocking === all) return `all ${all} findings block`;
  return `${blocking} of ${all} findings ${blocking === 1 ? "blocks" : "block"}`;
}

/** The reviewer's statement, if the review failed without a blocking finding. */
function objection({ findings, correctness }: ReviewReport): string {
  if (correctness === null || findings.some((finding) => finding.blocking)) return "";
  return `, but the reviewer says: ${visibleLine(correctness)}`;
}

const THRESHOLD = {
  P0: "P0 only",
  P1: "P1 and worse",
  P2: "P2 and worse",
  P3: "P3 and worse",
  never: "nothing may",
} as const satisfies Record<ReviewFailOn, string>;
