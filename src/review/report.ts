import * as z from "zod/mini";

import { Coverage } from "./coverage.js";
import { Finding } from "./finding.js";

/** From which priority on a finding blocks. */
export const FAIL_ON = ["P0", "P1", "P2", "P3", "never"] as const;

/** What a review came to. `error` is neither: nothing can be said about the change. */
const Outcome = z.enum(["pass", "fail", "error"]);

/** A finding, and what the gate made of it. */
export const ReportedFinding = z.extend(Finding, {
  /** Why it does not count: accepted by the baseline. */
  accepted: z.nullable(z.strictObject({ reason: z.string(), expires: z.nullable(z.string()) })),
  /** Whether it is among those that make the review fail. */
  blocking: z.boolean(),
});

/** The one line of a review that could not be made, where each finding would have a line. */
export const NoReview = z.strictObject({
  outcome: z.literal("error"),
  problem: z.nullable(z.string()),
});

/** The whole review as data. */
export const ReviewReport = z.strictObject({
  outcome: Outcome,
  /** In words: what was reviewed. */
  target: z.string(),
  /** The commit the working tree stood on; null in a repository without one. */
  head: z.nullable(z.string()),
  fail_on: z.enum(FAIL_ON),
  /** Where the findings were read: the reviewer's own JSON, the text made of it, or nowhere. */
  source: z.enum(["json", "text", "none"]),
  /** Whether the reviewer thinks the change is right, in its own words. */
  correctness: z.nullable(z.string()),
  explanation: z.nullable(z.string()),
  confidence: z.nullable(z.number()),
  findings: z.array(ReportedFinding),
  /** Why the outcome is `error`. */
  problem: z.nullable(z.string()),
  /** How much of the change was looked at; null where the instructions say what to look at. */
  coverage: z.nullable(Coverage),
});

export type FailOn = (typeof FAIL_ON)[number];
export type ReportedFinding = z.infer<typeof ReportedFinding>;
export type ReviewReport = z.infer<typeof ReviewReport>;
