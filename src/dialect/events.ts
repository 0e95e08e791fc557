import * as z from "zod";

import { ThreadItem } from "./items.js";
import { RateLimitsRecord } from "./records.js";
import { ReviewReport } from "../review/report.js";

/**
 * The dialect: every line of `--json`. Fields of `codex exec --json` come first, in its order;
 * turnpipe's own fields come last. Strings that the server may extend are not enums.
 */
export const Usage = z.strictObject({
  input_tokens: z.int(),
  cached_input_tokens: z.int(),
  cache_write_input_tokens: z.int(),
  output_tokens: z.int(),
  reasoning_output_tokens: z.int(),
});

export const Work = z.strictObject({
  commands_ok: z.int(),
  commands_failed: z.int(),
  declined: z.int(),
  files_changed: z.int(),
  mcp_failed: z.int(),
  unknown_items: z.int(),
  /** Tool calls that a read-only sandbox kept from writing; they may be among the commands, too. */
  writes_blocked: z.int(),
});

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
  /** Only with `--worktree`; its HEAD is detached, so that it has no branch. */
  worktree: z.optional(
    z.strictObject({ path: z.string(), branch: z.string().nullable(), commit: z.string() }),
  ),
});

/** The optional fields are set only in `threads show`. */
const TurnStarted = z.strictObject({
  type: z.literal("turn.started"),
  turn_id: z.string().optional(),
  started_at: z.iso.datetime().nullable().optional(),
  prompt: z.string().nullable().optional(),
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
  ...reviewField,
  ...worktreeField,
});

const deltaItemType = z.enum(["agent_message", "reasoning", "command_execution", "plan"]);

export const ThreadEvent = z.discriminatedUnion("type", [
  ThreadStarted,
  TurnStarted,
  TurnCompleted,
  TurnFailed,
  z.strictObject({ type: z.literal("item.started"), item: ThreadItem }),
  z.strictObject({ type: z.literal("item.updated"), item: ThreadItem }),
  z.strictObject({ type: z.literal("item.completed"), item: ThreadItem }),
  z.strictObject({ type: z.literal("error"), message: z.string() }),
  // Below: only with `--include`.
  z.strictObject({
    type: z.literal("item.delta"),
    raw_id: z.string(),
    item_type: deltaItemType,
    delta: z.string(),
  }),
  z.strictObject({ type: z.literal("turn.diff"), diff: z.string() }),
  z.strictObject({
    type: z.literal("turn.plan"),
    explanation: z.string().nullable(),
    plan: z.array(z.strictObject({ step: z.string(), status: z.string() })),
  }),
  z.strictObject({
    type: z.literal("usage.updated"),
    total: Usage,
    last: Usage,
    context_window: z.int().nullable(),
  }),
  z.strictObject({
    type: z.literal("approval.requested"),
    request_id: z.union([z.string(), z.int()]),
    kind: z.string(),
    request: z.unknown(),
  }),
  z.strictObject({
    type: z.literal("approval.resolved"),
    request_id: z.union([z.string(), z.int()]),
    kind: z.string(),
    decision: z.string(),
    reason: z.string(),
    /** A short description of the request. */
    subject: z.string(),
  }),
  z.strictObject({
    type: z.literal("mcp.status"),
    server: z.string(),
    status: z.string(),
    error: z.string().nullable(),
  }),
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
  z.strictObject({ type: z.literal("raw"), method: z.string(), params: z.unknown() }),
]);

export type ThreadEvent = z.infer<typeof ThreadEvent>;
export type TerminalEvent = z.infer<typeof TurnCompleted> | z.infer<typeof TurnFailed>;
export type Usage = z.infer<typeof Usage>;
export type Work = z.infer<typeof Work>;

/** Emits an event; resolves when it has been written. */
export type Emit = (event: ThreadEvent) => Promise<void>;
