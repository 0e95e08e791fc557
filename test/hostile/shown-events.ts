import type { ThreadEvent } from "../../src/dialect/events.js";
import type { ThreadItem } from "../../src/dialect/items.js";
import {
  command,
  completed,
  mcpCall,
  message,
  plan,
  reasoning,
  started,
  threadStarted,
  turnCompleted,
  turnFailed,
} from "../output/sample-events.js";

const common = { id: "i", status: "failed" } as const;

const ITEMS: readonly ThreadItem[] = [
  message("text"),
  reasoning("text"),
  command("ls", { status: "failed", exit_code: 1, aggregated_output: "text" }),
  command("ls"),
  {
    ...common,
    type: "file_change",
    changes: [{ path: "/a", kind: "update", move_path: "/b", diff: "text" }],
  },
  mcpCall({ status: "failed", error: { message: "text" } }),
  mcpCall({
    status: "failed",
    result: { content: [{ type: "text", text: "text" }], structured_content: null },
  }),
  {
    ...common,
    type: "collab_tool_call",
    tool: "spawn_agent",
    sender_thread_id: "t",
    receiver_thread_ids: [],
    prompt: "text",
    agents_states: {},
  },
  ...["search", "open_page", "find_in_page"].map((type): ThreadItem => ({
    id: "i",
    type: "web_search",
    query: "text",
    action: { type, url: "text", pattern: "text", query: "text" },
  })),
  plan("one", "x two"),
  { id: "i", type: "error", message: "text" },
];

/** An event of every kind that people are shown something of. */
export const SHOWN_EVENTS: readonly ThreadEvent[] = [
  threadStarted,
  ...ITEMS.flatMap((item) => [started(item), completed(item)]),
  { type: "error", message: "text" },
  { type: "error", message: "Reconnecting... text" },
  turnCompleted({ problem: "text", exit_code: 3, final_message: "text" }),
  turnFailed({ message: "text" }, 1),
  {
    type: "approval.resolved",
    request_id: 1,
    kind: "command",
    decision: "accept",
    reason: "text",
    subject: "run: ls",
  },
  { type: "mcp.status", server: "text", status: "failed", error: "text" },
  { type: "mcp.status", server: "text", status: "ready", error: null },
  { type: "verify.started", command: "text", attempt: 1 },
  {
    type: "verify.completed",
    command: "text",
    attempt: 1,
    passed: false,
    exit_code: 1,
    output: "text",
    duration_ms: 1,
  },
  {
    type: "retry.scheduled",
    attempt: 1,
    cause: "overloaded",
    message: "text",
    http_status: 503,
    resets_at: null,
    delay_ms: 1,
    model: "text",
  },
  { type: "steer.accepted", text: "text" },
  { type: "steer.refused", text: "text", reason: "text" },
];

/** The fields of those that hold a name or a command: nothing may be hidden in them. */
export const NAMES =
  /^(?:model|cwd|sandbox|effort|thread_id|command|server|subject|item\.(?:command|server|tool|changes\.\d\.(?:path|move_path)|action\.(?:url|pattern)))$/;

/** Copies of a value, in each of which one more text is replaced; the words we decide by stay. */
export function withEachText<T>(value: T, put: string): { field: string; copy: T }[] {
  return fieldsOf(value, []).map((path) => ({
    field: path.join("."),
    copy: replaced(value, path, put) as T,
  }));
}

const DECIDES = new Set(["type", "kind", "status", "decision", "outcome", "anchored", "item_type"]);

function fieldsOf(value: unknown, path: string[]): string[][] {
  if (typeof value === "string") return DECIDES.has(path.at(-1) ?? "") ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => fieldsOf(entry, [...path, key]));
}

function replaced(value: unknown, [key, ...rest]: readonly string[], put: string): unknown {
  if (key === undefined) return put;
  const entry = (value as Record<string, unknown>)[key];
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  return Object.assign(copy, { [key]: replaced(entry, rest, put) });
}
