import { expect, test } from "vitest";
import * as z from "zod";

import { ThreadEvent } from "../../src/dialect/events.js";
import { ThreadItem } from "../../src/dialect/items.js";
import { INCLUDES } from "../../src/translate/include.js";

// Programs read these. Fields may be added behind the others; none is renamed, dropped or moved.
const USAGE = [
  "input_tokens",
  "cached_input_tokens",
  "cache_write_input_tokens",
  "output_tokens",
  "reasoning_output_tokens",
];
const WORK = [
  "commands_ok",
  "commands_failed",
  "declined",
  "files_changed",
  "mcp_failed",
  "unknown_items",
  "writes_blocked",
  "hooks_run",
  "hooks_failed",
];
const HOOK = ["hook_id", "event", "handler", "source"];
const WINDOW = ["used_percent", "remaining_percent", "window_minutes", "resets_at"];
const within = (name: string, fields: readonly string[]) =>
  fields.map((field) => `${name}.${field}`);

const LIMITS = [
  "limit_id",
  "name",
  "plan",
  ...within("primary", WINDOW),
  ...within("secondary", WINDOW),
  ...within("credits", ["has_credits", "unlimited", "balance"]),
  "reached",
];

test("the fields of every event, in order", () => {
  expect(tableOf(ThreadEvent.options)).toEqual({
    "thread.started": [
      "type",
      "thread_id",
      "model",
      "model_provider",
      "effort",
      "cwd",
      "sandbox",
      "approval_policy",
      "codex_version",
      "turnpipe_version",
      "instruction_sources[]",
      "service_tier",
      ...within("worktree?", ["path", "branch", "commit"]),
    ],
    "turn.started": ["type", "turn_id?", "started_at?", "prompt?"],
    "turn.completed": [
      "type",
      ...within("usage", USAGE),
      "duration_ms",
      "thread_id",
      "turn_id",
      "final_message",
      "exit_code",
      "cause",
      "problem",
      ...within("work", WORK),
      ...within("turn_usage", USAGE),
      ...within("rate_limits", LIMITS),
      ...within("model_rerouted", ["from", "to", "reason"]),
      "review?",
      ...within("worktree?", ["path", "kept"]),
    ],
    "turn.failed": [
      "type",
      ...within("error", ["message", "cause", "retryable", "http_status", "resets_at"]),
      "exit_code",
      "duration_ms",
      "thread_id",
      "turn_id",
      ...within("work", WORK),
      ...within("turn_usage", USAGE),
      ...within("rate_limits", LIMITS),
      "final_message",
      "partial",
      ...within("model_rerouted", ["from", "to", "reason"]),
      "review?",
      ...within("worktree?", ["path", "kept"]),
    ],
    "item.started": ["type", "item"],
    "item.updated": ["type", "item"],
    "item.completed": ["type", "item"],
    error: ["type", "message"],
    "item.delta": ["type", "raw_id", "item_type", "delta"],
    "turn.diff": ["type", "diff"],
    "turn.plan": ["type", "explanation", "plan[].step", "plan[].status"],
    "usage.updated": [
      "type",
      ...within("total", USAGE),
      ...within("last", USAGE),
      "context_window",
    ],
    "approval.requested": ["type", "request_id", "kind", "request"],
    "approval.resolved": ["type", "request_id", "kind", "decision", "reason", "subject"],
    "mcp.status": ["type", "server", "status", "error"],
    "verify.started": ["type", "command", "attempt"],
    "verify.completed": [
      "type",
      "command",
      "attempt",
      "passed",
      "exit_code",
      "output",
      "duration_ms",
    ],
    "retry.scheduled": [
      "type",
      "attempt",
      "cause",
      "message",
      "http_status",
      "resets_at",
      "delay_ms",
      "model",
    ],
    "hook.started": ["type", ...HOOK],
    "hook.completed": [
      ...["type", ...HOOK, "status", "duration_ms"],
      ...within("output[]", ["kind", "text"]),
    ],
    "agent.started": ["type", "agent_id", "parent_id", "name", "model"],
    "agent.event": ["type", "agent_id", "event"],
    "agent.completed": [
      ...["type", "agent_id", "status", "final_message", "error"],
      ...within("usage", USAGE),
    ],
    "steer.accepted": ["type", "text"],
    "steer.refused": ["type", "text", "reason"],
    raw: ["type", "method", "params"],
  });
});

test("the fields of every item, in order", () => {
  const added = ["duration_ms?", "raw_id?"];
  expect(tableOf(ThreadItem.options)).toEqual({
    agent_message: ["id", "type", "text", "phase", ...added],
    reasoning: ["id", "type", "text", ...added],
    command_execution: [
      "id",
      "type",
      "command",
      "aggregated_output",
      "exit_code",
      "status",
      ...added,
    ],
    file_change: [
      "id",
      "type",
      "changes[].path",
      "changes[].kind",
      "changes[].move_path?",
      "changes[].diff?",
      "status",
      ...added,
    ],
    mcp_tool_call: [
      "id",
      "type",
      "server",
      "tool",
      "arguments",
      "result.content[]",
      "result._meta?",
      "result.structured_content",
      "error.message",
      "status",
      ...added,
    ],
    collab_tool_call: [
      "id",
      "type",
      "tool",
      "sender_thread_id",
      "receiver_thread_ids[]",
      "prompt",
      "agents_states{}.status",
      "agents_states{}.message",
      "status",
      ...added,
    ],
    web_search: ["id", "type", "query", "action.type", ...added],
    todo_list: ["id", "type", "items[].text", "items[].completed"],
    error: ["id", "type", "message"],
    unknown: ["id", "type", "raw"],
  });
});

test("the parts that can be included", () => {
  expect(INCLUDES).toEqual([
    "deltas",
    "diff",
    "plan",
    "usage",
    "approvals",
    "mcp",
    "hooks",
    "agents",
    "raw",
  ]);
});

/** The field lists of a union, by the `type` of its members. */
const tableOf = (options: readonly z.ZodObject[]): Record<string, string[]> =>
  Object.fromEntries(options.map((option) => [nameOf(option), fieldsOf(option)]));

const nameOf = ({ shape }: z.ZodObject): string => String((shape["type"] as z.ZodLiteral).value);

/** The paths of a schema's fields, in order; `?` may be absent, `[]` is a list, `{}` a map. */
function fieldsOf(schema: z.core.$ZodType, path = ""): string[] {
  if (schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap(), `${path}?`);
  if (schema instanceof z.ZodNullable) return fieldsOf(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, `${path}[]`);
  if (schema instanceof z.ZodRecord) return fieldsOf(schema.valueType, `${path}{}`);
  if (!(schema instanceof z.ZodObject)) return [path];
  return Object.entries(schema.shape as Record<string, z.core.$ZodType>).flatMap(([name, field]) =>
    fieldsOf(field, path === "" ? name : `${path}.${name}`),
  );
}
