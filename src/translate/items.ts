import type { ThreadItem } from "../dialect/items.js";
import type { ServerItem } from "../protocol/items.js";

type ServerItemOf<T extends ServerItem["type"]> = Extract<ServerItem, { type: T }>;
type WithoutId<T extends ThreadItem["type"]> = Omit<Extract<ThreadItem, { type: T }>, "id">;
/** A dialect item without its id. */
export type ItemWithoutId = { [T in ThreadItem["type"]]: WithoutId<T> }[ThreadItem["type"]];

/** Converts a server item; `undefined` for items that are not printed. */
export function translateItem(
  item: ServerItem,
  { withDiff }: { withDiff: boolean },
): ItemWithoutId | undefined {
  switch (item.type) {
    case "agentMessage":
      return { type: "agent_message", text: item.text, phase: item.phase ?? null, ...timing(item) };
    case "reasoning":
      return reasoning(item);
    case "commandExecution":
      return command(item);
    case "fileChange":
      return fileChange(item, withDiff);
    case "mcpToolCall":
      return mcpCall(item);
    case "collabAgentToolCall":
      return collabCall(item);
    case "webSearch":
      return {
        type: "web_search",
        query: item.query,
        action: webAction(item.action),
        ...timing(item),
      };
    case "plan":
    case "other":
      return undefined;
  }
}

function reasoning(item: ServerItemOf<"reasoning">): WithoutId<"reasoning"> | undefined {
  const text = (item.summary ?? []).join("\n");
  return text.trim() === "" ? undefined : { type: "reasoning", text, ...timing(item) };
}

const command = (item: ServerItemOf<"commandExecution">): WithoutId<"command_execution"> => ({
  type: "command_execution",
  command: item.command,
  aggregated_output: item.aggregatedOutput ?? "",
  exit_code: item.exitCode ?? null,
  status: item.status === "declined" ? "declined" : progress(item.status),
  ...timing(item),
});

const fileChange = (
  item: ServerItemOf<"fileChange">,
  withDiff: boolean,
): WithoutId<"file_change"> => ({
  type: "file_change",
  changes: item.changes.map(({ path, kind, diff }) => ({
    path,
    kind: kind.type,
    ...(typeof kind.move_path === "string" ? { move_path: kind.move_path } : {}),
    ...(withDiff && diff !== undefined ? { diff } : {}),
  })),
  status: progress(item.status),
  ...timing(item),
});

const mcpCall = (item: ServerItemOf<"mcpToolCall">): WithoutId<"mcp_tool_call"> => ({
  type: "mcp_tool_call",
  server: item.server,
  tool: item.tool,
  arguments: item.arguments ?? null,
  result: mcpResult(item.result),
  error: typeof item.error?.message === "string" ? { message: item.error.message } : null,
  status: progress(item.status),
  ...timing(item),
});

function mcpResult(
  result: ServerItemOf<"mcpToolCall">["result"],
): WithoutId<"mcp_tool_call">["result"] {
  if (result === null || result === undefined) return null;
  const meta = result._meta ?? null;
  return {
    content: result.content,
    ...(meta === null ? {} : { _meta: meta }),
    structured_content: result.structuredContent ?? null,
  };
}

function collabCall(
  item: ServerItemOf<"collabAgentToolCall">,
): WithoutId<"collab_tool_call"> | undefined {
  const tool = COLLAB_TOOLS.get(item.tool);
  if (tool === undefined) return undefined;
  const states = Object.entries(item.agentsStates).map(
    ([thread, { status, message }]) =>
      [thread, { status: snakeCase(status), message: message ?? null }] as const,
  );
  return {
    type: "collab_tool_call",
    tool,
    sender_thread_id: item.senderThreadId,
    receiver_thread_ids: item.receiverThreadIds,
    prompt: item.prompt ?? null,
    agents_states: Object.fromEntries(states),
    status: progress(item.status),
    ...timing(item),
  };
}

/** The tools codex exec prints; it prints `resumeAgent` as `wait`. */
const COLLAB_TOOLS: ReadonlyMap<string, WithoutId<"collab_tool_call">["tool"]> = new Map([
  ["spawnAgent", "spawn_agent"],
  ["sendInput", "send_input"],
  ["wait", "wait"],
  ["resumeAgent", "wait"],
  ["closeAgent", "close_agent"],
]);

function webAction(action: ServerItemOf<"webSearch">["action"]): WithoutId<"web_search">["action"] {
  const fields = WEB_ACTIONS.get(action?.type ?? "");
  if (action === null || action === undefined || fields === undefined) return { type: "other" };
  const entries = fields.flatMap((field) => {
    const value = action[field] ?? null;
    return value === null ? [] : [[field, value] as const];
  });
  return { type: snakeCase(action.type), ...Object.fromEntries(entries) };
}

const WEB_ACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["search", ["query", "queries"]],
  ["openPage", ["url"]],
  ["findInPage", ["url", "pattern"]],
]);

/** For statuses with three values: declined and interrupted count as failed. */
function progress(
  status: ServerItemOf<"fileChange">["status"],
): "in_progress" | "completed" | "failed" {
  switch (status) {
    case "inProgress":
      return "in_progress";
    case "completed":
      return "completed";
    case "failed":
    case "declined":
    case "interrupted":
      return "failed";
  }
}

interface Timed {
  durationMs?: number | null | undefined;
  startedAtMs?: number | null | undefined;
  completedAtMs?: number | null | undefined;
}

/** The duration the server reports, else the difference of its timestamps. */
function timing(item: Timed): { duration_ms?: number } {
  const { durationMs, startedAtMs, completedAtMs } = item;
  if (typeof durationMs === "number") return { duration_ms: durationMs };
  if (typeof startedAtMs !== "number" || typeof completedAtMs !== "number") return {};
  return { duration_ms: completedAtMs - startedAtMs };
}

export const snakeCase = (camel: string): string =>
  camel.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
