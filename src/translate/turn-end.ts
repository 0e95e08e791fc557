import type { Usage, Work } from "../events.js";
import type { Failure } from "../outcome.js";

/** What a turn has done so far. */
export interface Standing {
  finalMessage: string | null;
  durationMs: number | null;
  usage: Usage;
  turnUsage: Usage;
  work: Work;
  /** The turn's unified diff, when it was asked for. */
  diff: string;
}

/** How a turn ended, and what it had done by then. */
export interface TurnEnd extends Standing {
  status: "completed" | "failed" | "interrupted";
  failure: Failure | null;
}
