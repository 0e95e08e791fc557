import * as z from "zod/mini";

import { Coverage } from "./coverage.js";
import { Finding } from "./finding.js";

/** The lowest priority at which a finding blocks. */
export const REVIEW_FAIL_ON = ["P0", "P1", "P2", "P3", "never"] as const;

/** The outcome of a review. `error`: it could not be made; `empty`: there was nothing to review. */
const Outcome = z.enum(["pass", "fail", "error", "empty"]);

/** A finding, and whether it blocks. */
export const ReportedFinding = z.extend(Finding, {
  /** Set if the baseline accepts it; it then does not block. */
  accepted: z.nullable(z.strictObject({ reason: z.string(), expires: z.nullable(z.string()) })),
  /** Whether it makes the review fail. */
  blocking: z.boolean(),
});

/** The single jsonl line where nothing was reviewed. */
export const NoReview = z.strictObject({
  outcome: z.enum(["error", "empty"]),
  problem: z.nullable(z.string()),
});

/** The whole review as data. */
export const ReviewReport = z.strictObject({
  outcome: Outcome,
  /** Description of what was reviewed. */
  target: z.string(),
  /** The commit at HEAD; null in a repository without one. */
  head: z.nullable(z.string()),
  fail_on: z.enum(REVIEW_FAIL_ON),
  /** Where the findings were read from: the reviewer's JSON, the server's text, or nowhere. */
  source: z.enum(["json", "text", "none"]),
  /** Whether the reviewer considers the change correct, in its own words. */
  correctness: z.nullable(z.string()),
  explanation: z.nullable(z.string()),
  confidence: z.nullable(z.number()),
  findings: z.array(ReportedFinding),
  /** Why the outcome is `error` or `empty`. */
  problem: z.nullable(z.string()),
  /** How much of the change was reviewed; null where the instructions define what to review. */
  coverage: z.nullable(Coverage),
});

export type ReviewFailOn = (typeof REVIEW_FAIL_ON)[number];
export type ReportedFinding = z.infer<typeof ReportedFinding>;
export type ReviewReport = z.infer<typeof ReviewReport>;
