import * as z from "zod";

import { INCLUDED_EVENTS } from "./included-events.js";
import { PROGRESS_EVENTS } from "./progress-events.js";
import { RateLimitsRecord } from "./records.js";
import { ReviewReport } from "../review/report.js";
import { Usage } from "./usage.js";

export const Work = z.strictObject({
  commands_ok: z.int(),
  commands_failed: z.int(),
  declined: z.int(),
  files_changed: z.int(),
  mcp_failed: z.int(),
  unknown_items: z.int(),
  /** Tool calls that a read-only sandbox kept from writing; they may be among the commands, too. */
  writes_blocked: z.int(),
  /** Codex hooks, and those of them that did not work; one that blocks something works. */
  hooks_run: z.int(),
  hooks_failed: z.int(),
});

/** Set if the server answered with another model than the requested one. */
const ModelRerouted = z.strictObject({ from: z.string(), to: z.string(), reason: z.string() });

/** Only with `--worktree`. */
const worktreeField = {
  worktree: z.optional(z.strictObject({ path: z.string(), kept: z.boolean() })),
};

/** The report of a review; only in `review`. */
const reviewField = { review: z.optional(ReviewReport) };

const ThreadStarted = z.strictObject({
  type: z.literal("thread.started"),
  thread_id: z.string(),
  model: z.string(),
  model_provider: z.string(),
  effort: z.string().nullable(),
  cwd: z.string(),
  /** Null in `threads show`: not stored with a thread. */
  sandbox: z.string().nullable(),
  approval_policy: z.string().nullable(),
  codex_version: z.string(),
  turnpipe_version: z.string(),
  instruction_sources: z.array(z.string()).nullable(),
  /** Null if the server chooses. */
  service_tier: z.string().nullable(),
  /** Only with `--worktree`; its HEAD is detached, so that it has no branch. */
  worktree: z.optional(
    z.strictObject({ path: z.string(), branch: z.string().nullable(), commit: z.string() }),
  ),
});

const TurnCompleted = z.strictObject({
  type: z.literal("turn.completed"),
  /** Of the whole thread. Null only in `threads show`: not stored with a turn. */
  usage: Usage.nullable(),
  duration_ms: z.int().nullable(),
  /** Null only for the review of an empty change, which needs no turn. */
  thread_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  final_message: z.string().nullable(),
  exit_code: z.int(),
  /** `completed`, or why a completed turn still exits non-zero; `problem` is the message. */
  cause: z.string(),
  problem: z.string().nullable(),
  work: Work,
  turn_usage: Usage.nullable(),
  /** The latest known rate limits of the account. */
  rate_limits: RateLimitsRecord.nullable(),
  model_rerouted: ModelRerouted.nullable(),
  ...reviewField,
  ...worktreeField,
});

const TurnFailed = z.strictObject({
  type: z.literal("turn.failed"),
  error: z.strictObject({
    message: z.string(),
    cause: z.string(),
    retryable: z.boolean(),
    http_status: z.int().nullable(),
    resets_at: z.string().nullable(),
  }),
  exit_code: z.int(),
  duration_ms: z.int().nullable(),
  thread_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  work: Work,
  turn_usage: Usage.nullable(),
  /** The latest known rate limits of the account. */
  rate_limits: RateLimitsRecord.nullable(),
  /** The last agent message, even if it was cut off. */
  final_message: z.string().nullable(),
  /** Whether turnpipe cut the turn short; its work until then is reported. */
  partial: z.boolean(),
  model_rerouted: ModelRerouted.nullable(),
  ...reviewField,
  ...worktreeField,
});

/**
 * The dialect: every line of `--json`. Fields of `codex exec --json` come first, in its order;
 * turnpipe's own fields come last. Strings that the server may extend are not enums.
 */
export const ThreadEvent = z.discriminatedUnion("type", [
  ThreadStarted,
  TurnCompleted,
  TurnFailed,
  ...PROGRESS_EVENTS,
  ...INCLUDED_EVENTS,
  // Only with `--verify`.
  z.strictObject({ type: z.literal("verify.started"), command: z.string(), attempt: z.int() }),
  z.strictObject({
    type: z.literal("verify.completed"),
    command: z.string(),
    attempt: z.int(),
    passed: z.boolean(),
    /** Null for a check that was killed or timed out. */
    exit_code: z.int().nullable(),
    /** The end of its stdout and stderr. */
    output: z.string(),
    duration_ms: z.int(),
  }),
  // Only with `--retry`, `--fallback-model` or `--wait-for-quota`.
  z.strictObject({
    type: z.literal("retry.scheduled"),
    /** Which attempt failed, from 1. */
    attempt: z.int(),
    cause: z.string(),
    message: z.string(),
    http_status: z.int().nullable(),
    resets_at: z.string().nullable(),
    delay_ms: z.int(),
    /** The model of the next attempt, if it changes. */
    model: z.string().nullable(),
  }),
  // Only with `--steer-from`.
  z.strictObject({ type: z.literal("steer.accepted"), text: z.string() }),
  z.strictObject({
    type: z.literal("steer.refused"),
    text: z.string().nullable(),
    reason: z.string(),
  }),
]);

export type ThreadEvent = z.infer<typeof ThreadEvent>;
export type TerminalEvent = z.infer<typeof TurnCompleted> | z.infer<typeof TurnFailed>;
export type Work = z.infer<typeof Work>;

/** Emits an event; resolves when it has been written. */
export type Emit = (event: ThreadEvent) => Promise<void>;
