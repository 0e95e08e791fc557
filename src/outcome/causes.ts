/** Why a run ended as it did: the closed list that exit codes, JSON and messages share. */
export type Cause =
  | "completed"
  | "failed"
  | "bad_request"
  | "model_not_found"
  | "policy"
  | "model_error"
  | "connection"
  | "output_failed"
  | "refused"
  | "usage"
  | "config"
  | "input"
  | "no_change"
  | "declined"
  | "tools_failed"
  | "empty_answer"
  | "verify_failed"
  | "findings"
  | "review_unreadable"
  | "review_stale"
  | "unauthorized"
  | "server_missing"
  | "server_crashed"
  | "server_unreachable"
  | "protocol"
  | "usage_limit"
  | "rate_limit"
  | "overloaded"
  | "context_window"
  | "budget"
  | "schema_mismatch"
  | "sandbox"
  | "bug"
  | "timeout"
  | "hangup"
  | "interrupted"
  | "terminated"
  | "stdout_closed";

/** A failure as data: what happened, and whether a retry makes sense. */
export interface Failure {
  message: string;
  cause: Cause;
  retryable: boolean;
  httpStatus: number | null;
  /** ISO 8601, UTC. */
  resetsAt: string | null;
}

/** Whether the same request may succeed a little later. */
const isRetryable = (cause: Cause): boolean => RETRYABLE.has(cause);

const RETRYABLE: ReadonlySet<Cause> = new Set([
  "connection",
  "model_error",
  "overloaded",
  "rate_limit",
  "server_crashed",
  "server_unreachable",
]);

/** Makes a failure; fields that are not given are null. */
export const failure = (cause: Cause, message: string, known: Partial<Failure> = {}): Failure => ({
  message,
  cause,
  retryable: isRetryable(cause),
  httpStatus: null,
  resetsAt: null,
  ...known,
});
