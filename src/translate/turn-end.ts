import type { Usage, Work } from "../dialect/events.js";
import type { Failure } from "../outcome/causes.js";
import type { RateLimits } from "../dialect/records.js";

/** What a turn has done so far. */
export interface TurnSnapshot {
  finalMessage: string | null;
  durationMs: number | null;
  /** Null where nobody counted: a turn that was stored. */
  usage: Usage | null;
  turnUsage: Usage | null;
  work: Work;
  /** The last that is known of the account's limits. */
  limits: RateLimits | null;
  /** The turn's unified diff, when it was asked for. */
  diff: string;
  /** What a reviewer said, when the turn was a review. */
  review: ReviewWords;
}

/** A reviewer's own messages, when they were asked for, and the text the server made of them. */
export interface ReviewWords {
  messages: readonly string[];
  text: string | null;
}

/** How a turn ended, and what it had done by then. */
export interface TurnResult extends TurnSnapshot {
  status: "completed" | "failed" | "interrupted";
  failure: Failure | null;
}
