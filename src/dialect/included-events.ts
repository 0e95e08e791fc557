import * as z from "zod";

import { PROGRESS_EVENTS } from "./progress-events.js";
import { Usage } from "./usage.js";

const deltaItemType = z.enum(["agent_message", "reasoning", "command_execution", "plan"]);

const hookFields = {
  hook_id: z.string(),
  /** `session_start`, `pre_tool_use` … */
  event: z.string(),
  handler: z.string(),
  /** Where it is configured: `user`, `project` … */
  source: z.string(),
};

/** The events of `--include`. */
export const INCLUDED_EVENTS = [
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
  z.strictObject({ type: z.literal("hook.started"), ...hookFields }),
  z.strictObject({
    type: z.literal("hook.completed"),
    ...hookFields,
    /** `completed`, `blocked` (it stopped what it was asked about), `stopped`, `failed`. */
    status: z.string(),
    duration_ms: z.int().nullable(),
    output: z.array(z.strictObject({ kind: z.string(), text: z.string() })),
  }),
  z.strictObject({
    type: z.literal("agent.started"),
    /** The thread of the agent. */
    agent_id: z.string(),
    parent_id: z.string(),
    name: z.string().nullable(),
    model: z.string().nullable(),
  }),
  z.strictObject({
    type: z.literal("agent.event"),
    agent_id: z.string(),
    event: z.discriminatedUnion("type", PROGRESS_EVENTS),
  }),
  z.strictObject({
    type: z.literal("agent.completed"),
    agent_id: z.string(),
    status: z.enum(["completed", "failed", "interrupted"]),
    final_message: z.string().nullable(),
    error: z.string().nullable(),
    /** Of the agent's thread. */
    usage: Usage.nullable(),
  }),
  z.strictObject({ type: z.literal("raw"), method: z.string(), params: z.unknown() }),
] as const;
