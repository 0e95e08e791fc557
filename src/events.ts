import * as z from "zod";

import { ReviewReport } from "./review/report.js";

/**
 * The dialect: every line of `--json`. Fields of `codex exec --json` come first, in its order;
 * what turnpipe adds stands behind them. Strings that the server may extend stay open.
 */
const Usage = z.strictObject({
  input_tokens: z.int(),
  cached_input_tokens: z.int(),
  cache_write_input_tokens: z.int(),
  output_tokens: z.int(),
  reasoning_output_tokens: z.int(),
});

const Work = z.strictObject({
  commands_ok: z.int(),
  commands_failed: z.int(),
  declined: z.int(),
  files_changed: z.int(),
  mcp_failed: z.int(),
  unknown_items: z.int(),
});

/** What stands behind the item's own fields. `raw_id` joins items to deltas (`--include deltas`). */
const added = { duration_ms: z.int().optional(), raw_id: z.string().optional() };
const id = z.string();
const progress = z.enum(["in_progress", "completed", "failed"]);

const AgentMessage = z.strictObject({
  id,
  type: z.literal("agent_message"),
  text: z.string(),
  phase: z.string().nullable(),
  ...added,
});

const Reasoning = z.strictObject({ id, type: z.literal("reasoning"), text: z.string(), ...added });

const CommandExecution = z.strictObject({
  id,
  type: z.literal("command_execution"),
  command: z.string(),
  aggregated_output: z.string(),
  exit_code: z.int().nullable(),
  status: z.enum(["in_progress", "completed", "failed", "declined"]),
  ...added,
});

const FileChange = z.strictObject({
  id,
  type: z.literal("file_change"),
  changes: z.array(
    z.strictObject({
      path: z.string(),
      kind: z.enum(["add", "delete", "update"]),
      move_path: z.string().optional(),
      diff: z.string().optional(),
    }),
  ),
  status: progress,
  ...added,
});

const McpToolCall = z.strictObject({
  id,
  type: z.literal("mcp_tool_call"),
  server: z.string(),
  tool: z.string(),
  arguments: z.unknown(),
  result: z
    .strictObject({
      content: z.array(z.unknown()),
      _meta: z.unknown().optional(),
      structured_content: z.unknown(),
    })
    .nullable(),
  error: z.strictObject({ message: z.string() }).nullable(),
  status: progress,
  ...added,
});

const CollabToolCall = z.strictObject({
  id,
  type: z.literal("collab_tool_call"),
  tool: z.enum(["spawn_agent", "send_input", "wait", "close_agent"]),
  sender_thread_id: z.string(),
  receiver_thread_ids: z.array(z.string()),
  prompt: z.string().nullable(),
  agents_states: z.record(
    z.string(),
    z.strictObject({ status: z.string(), message: z.string().nullable() }),
  ),
  status: progress,
  ...added,
});

/** Its id is the server's own: codex exec writes the key twice, and parsers keep the last. */
const WebSearch = z.strictObject({
  id,
  type: z.literal("web_search"),
  query: z.string(),
  action: z.looseObject({ type: z.string() }),
  ...added,
});

const TodoList = z.strictObject({
  id,
  type: z.literal("todo_list"),
  items: z.array(z.strictObject({ text: z.string(), completed: z.boolean() })),
});

const ErrorItem = z.strictObject({ id, type: z.literal("error"), message: z.string() });

/** An item newer than this program; only under `--include raw`. */
const UnknownItem = z.strictObject({ id, type: z.literal("unknown"), raw: z.unknown() });

export const ThreadItem = z.discriminatedUnion("type", [
  AgentMessage,
  Reasoning,
  CommandExecution,
  FileChange,
  McpToolCall,
  CollabToolCall,
  WebSearch,
  TodoList,
  ErrorItem,
  UnknownItem,
]);

/** What a review came to; only `review` has it. */
const reviewed = { review: z.optional(ReviewReport) };

const ThreadStarted = z.strictObject({
  type: z.literal("thread.started"),
  thread_id: z.string(),
  model: z.string(),
  model_provider: z.string(),
  effort: z.string().nullable(),
  cwd: z.string(),
  sandbox: z.string(),
  approval_policy: z.string(),
  codex_version: z.string(),
  turnpipe_version: z.string(),
  instruction_sources: z.array(z.string()),
});

const TurnCompleted = z.strictObject({
  type: z.literal("turn.completed"),
  usage: Usage,
  duration_ms: z.int().nullable(),
  /** Null only where there was nothing to do a turn for: the review of an empty change. */
  thread_id: z.string().nullable(),
  turn_id: z.string().nullable(),
  final_message: z.string().nullable(),
  exit_code: z.int(),
  /** `completed`, or why a completed turn still exits non-zero; `problem` says it in words. */
  cause: z.string(),
  problem: z.string().nullable(),
  work: Work,
  turn_usage: Usage,
  ...reviewed,
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
  turn_usage: Usage,
  ...reviewed,
});

const deltaOf = z.enum(["agent_message", "reasoning", "command_execution", "plan"]);

export const ThreadEvent = z.discriminatedUnion("type", [
  ThreadStarted,
  z.strictObject({ type: z.literal("turn.started") }),
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
    item_type: deltaOf,
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
  }),
  z.strictObject({
    type: z.literal("mcp.status"),
    server: z.string(),
    status: z.string(),
    error: z.string().nullable(),
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

export type ThreadItem = z.infer<typeof ThreadItem>;
export type ThreadEvent = z.infer<typeof ThreadEvent>;
export type TerminalEvent = z.infer<typeof TurnCompleted> | z.infer<typeof TurnFailed>;
export type Usage = z.infer<typeof Usage>;
export type Work = z.infer<typeof Work>;

/** Where events go; resolves when the reader has taken the event. */
export type Emit = (event: ThreadEvent) => Promise<void>;
