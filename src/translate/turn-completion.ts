import type { TerminalEvent, Work } from "../dialect/events.js";
import type { Usage } from "../dialect/usage.js";
import type { Failure } from "../outcome/causes.js";
import type { RateLimitsRecord } from "../dialect/records.js";

/** The state of a turn so far. */
export interface TurnSnapshot {
  finalMessage: string | null;
  durationMs: number | null;
  /** Null for a stored turn: usage is not stored. */
  usage: Usage | null;
  turnUsage: Usage | null;
  work: Work;
  /** The latest known rate limits of the account. */
  limits: RateLimitsRecord | null;
  /** The last time that the server switched to another model. */
  modelRerouted: TerminalEvent["model_rerouted"];
  /** The unified diff of the turn, if requested. */
  diff: string;
  /** The reviewer's output, if the turn was a review. */
  review: ReviewerOutput;
}

/** The reviewer's raw messages, if requested, and the text the server rendered from them. */
export interface ReviewerOutput {
  messages: readonly string[];
  text: string | null;
}

/** How a turn ended, with its final state. */
export interface TurnCompletion extends TurnSnapshot {
  status: "completed" | "failed" | "interrupted";
  failure: Failure | null;
}
