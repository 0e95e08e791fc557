import type { ThreadEvent, Work } from "../../src/dialect/events.js";
import type { Usage } from "../../src/dialect/usage.js";
import type { ThreadItem } from "../../src/dialect/items.js";
import { NO_USAGE, NO_WORK } from "../helpers/conversation.js";

type Of<T extends ThreadEvent["type"]> = Extract<ThreadEvent, { type: T }>;
type ItemOf<T extends ThreadItem["type"]> = Extract<ThreadItem, { type: T }>;

export const threadStarted: ThreadEvent = {
  type: "thread.started",
  thread_id: "0199a213-81c0-7800-8aa1-bbab2a035a53",
  model: "gpt-5.2-codex",
  model_provider: "openai",
  effort: "high",
  cwd: "/home/ada/code/engine",
  sandbox: "workspace-write",
  approval_policy: "never",
  codex_version: "0.166.0",
  turnpipe_version: "0.1.0",
  instruction_sources: [],
  service_tier: null,
};

export const started = (item: ThreadItem): ThreadEvent => ({ type: "item.started", item });
export const updated = (item: ThreadItem): ThreadEvent => ({ type: "item.updated", item });
export const completed = (item: ThreadItem): ThreadEvent => ({ type: "item.completed", item });

export const message = (text: string, id = "item_m"): ThreadItem => ({
  id,
  type: "agent_message",
  text,
  phase: null,
});

export const reasoning = (text: string): ThreadItem => ({ id: "item_r", type: "reasoning", text });

export const command = (
  script: string,
  more: Partial<ItemOf<"command_execution">> = {},
): ThreadItem => ({
  id: `item_${script}`,
  type: "command_execution",
  command: `/bin/bash -lc '${script}'`,
  aggregated_output: "",
  exit_code: 0,
  status: "completed",
  ...more,
});

export const mcpCall = (more: Partial<ItemOf<"mcp_tool_call">> = {}): ThreadItem => ({
  id: "item_mcp",
  type: "mcp_tool_call",
  server: "docs",
  tool: "search",
  arguments: {},
  result: null,
  error: null,
  status: "completed",
  ...more,
});

/** Steps as words; those that begin with `x ` are done. */
export const plan = (...steps: string[]): ThreadItem => ({
  id: "item_plan",
  type: "todo_list",
  items: steps.map((step) => ({
    text: step.replace(/^x /, ""),
    completed: step.startsWith("x "),
  })),
});

export const turnCompleted = (
  more: Partial<Omit<Of<"turn.completed">, "work" | "turn_usage">> & {
    work?: Partial<Work>;
    turn_usage?: Partial<Usage>;
  } = {},
): ThreadEvent => ({
  type: "turn.completed",
  usage: NO_USAGE,
  duration_ms: 12_000,
  thread_id: "t",
  turn_id: "u",
  final_message: null,
  exit_code: 0,
  cause: "completed",
  problem: null,
  rate_limits: null,
  model_rerouted: null,
  ...more,
  work: { ...NO_WORK, ...more.work },
  turn_usage: { ...NO_USAGE, ...more.turn_usage },
});

export const turnFailed = (
  error: Partial<Of<"turn.failed">["error"]>,
  exit_code: number,
): ThreadEvent => ({
  type: "turn.failed",
  error: {
    message: "it broke",
    cause: "failed",
    retryable: false,
    http_status: null,
    resets_at: null,
    ...error,
  },
  exit_code,
  duration_ms: 3_200,
  thread_id: "t",
  turn_id: "u",
  work: NO_WORK,
  turn_usage: NO_USAGE,
  rate_limits: null,
  model_rerouted: null,
  final_message: null,
  partial: false,
});
