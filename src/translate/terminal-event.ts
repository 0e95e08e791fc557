import type { TerminalEvent } from "../dialect/events.js";
import { exitCodeOf } from "../outcome/exit-codes.js";
import type { Cause, Failure } from "../outcome/causes.js";
import type { TurnCompletion } from "./turn-completion.js";
import { NO_USAGE } from "./usage.js";
import { createTally } from "./work.js";

/** Why a completed turn may still exit non-zero. */
export interface FailOnResult {
  cause: Cause;
  problem: string | null;
}

export interface TurnIds {
  threadId: string | null;
  turnId: string | null;
}

/** The last event of a turn that completed. */
export const turnCompleted = (
  end: TurnCompletion,
  { threadId, turnId }: TurnIds,
  { cause, problem }: FailOnResult,
): TerminalEvent => ({
  type: "turn.completed",
  usage: end.usage,
  duration_ms: end.durationMs,
  thread_id: threadId,
  turn_id: turnId,
  final_message: end.finalMessage,
  exit_code: exitCodeOf(cause),
  cause,
  problem,
  work: end.work,
  turn_usage: end.turnUsage,
  rate_limits: end.limits,
  model_rerouted: end.modelRerouted,
});

/** The last event of every other run. */
export const turnFailed = (
  { message, cause, retryable, httpStatus, resetsAt }: Failure,
  { threadId, turnId }: TurnIds,
  snapshot: Pick<
    TurnCompletion,
    "durationMs" | "work" | "turnUsage" | "limits" | "finalMessage" | "modelRerouted"
  > = NOTHING_DONE,
): TerminalEvent => ({
  type: "turn.failed",
  error: { message, cause, retryable, http_status: httpStatus, resets_at: resetsAt },
  exit_code: exitCodeOf(cause),
  duration_ms: snapshot.durationMs,
  thread_id: threadId,
  turn_id: turnId,
  work: snapshot.work,
  turn_usage: snapshot.turnUsage,
  rate_limits: snapshot.limits,
  ...partialAnswer(cause, turnId, snapshot.finalMessage),
  model_rerouted: snapshot.modelRerouted,
});

/** The last message is reported only for a turn that we cut short; after a failure it is stale. */
function partialAnswer(cause: Cause, turnId: string | null, lastMessage: string | null) {
  const partial = turnId !== null && CUT_SHORT.has(cause);
  return { final_message: partial ? lastMessage : null, partial };
}

/** Causes for which turnpipe itself interrupts a turn. */
const CUT_SHORT: ReadonlySet<Cause> = new Set([
  "timeout",
  "budget",
  "hangup",
  "interrupted",
  "terminated",
]);

const NOTHING_DONE = {
  durationMs: null,
  work: createTally().total(),
  turnUsage: NO_USAGE,
  limits: null,
  finalMessage: null,
  modelRerouted: null,
};
