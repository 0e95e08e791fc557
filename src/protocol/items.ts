import * as z from "zod/mini";

import { wholeNumber } from "./whole-number.js";

/** Server items, parsed loosely: only the fields we use are checked. */
const times = {
  startedAtMs: z.optional(z.nullable(wholeNumber)),
  completedAtMs: z.optional(z.nullable(wholeNumber)),
};
const duration = z.optional(z.nullable(wholeNumber));
const progress = z.enum(["inProgress", "completed", "failed", "declined", "interrupted"]);

const AgentMessage = z.looseObject({
  type: z.literal("agentMessage"),
  id: z.string(),
  text: z.string(),
  phase: z.optional(z.nullable(z.string())),
  ...times,
});

const Reasoning = z.looseObject({
  type: z.literal("reasoning"),
  id: z.string(),
  summary: z.optional(z.array(z.string())),
  content: z.optional(z.unknown()),
  ...times,
});

const Plan = z.looseObject({ type: z.literal("plan"), id: z.string(), text: z.string() });

const CommandExecution = z.looseObject({
  type: z.literal("commandExecution"),
  id: z.string(),
  command: z.string(),
  cwd: z.optional(z.unknown()),
  status: progress,
  aggregatedOutput: z.optional(z.nullable(z.string())),
  exitCode: z.optional(z.nullable(wholeNumber)),
  durationMs: duration,
  ...times,
});

const FileChange = z.looseObject({
  type: z.literal("fileChange"),
  id: z.string(),
  changes: z.array(
    z.looseObject({
      path: z.string(),
      kind: z.looseObject({
        type: z.enum(["add", "delete", "update"]),
        move_path: z.optional(z.nullable(z.string())),
      }),
      diff: z.optional(z.string()),
    }),
  ),
  status: progress,
  ...times,
});

const McpToolCall = z.looseObject({
  type: z.literal("mcpToolCall"),
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  status: progress,
  arguments: z.optional(z.unknown()),
  result: z.optional(
    z.nullable(
      z.looseObject({
        content: z.array(z.unknown()),
        structuredContent: z.optional(z.unknown()),
        _meta: z.optional(z.unknown()),
      }),
    ),
  ),
  error: z.optional(z.nullable(z.looseObject({ message: z.string() }))),
  durationMs: duration,
  ...times,
});

const CollabAgentToolCall = z.looseObject({
  type: z.literal("collabAgentToolCall"),
  id: z.string(),
  tool: z.string(),
  status: progress,
  senderThreadId: z.string(),
  receiverThreadIds: z.array(z.string()),
  prompt: z.optional(z.nullable(z.string())),
  agentsStates: z.record(
    z.string(),
    z.looseObject({ status: z.string(), message: z.optional(z.nullable(z.string())) }),
  ),
  ...times,
});

const WebSearch = z.looseObject({
  type: z.literal("webSearch"),
  id: z.string(),
  query: z.string(),
  action: z.optional(z.nullable(z.looseObject({ type: z.string() }))),
  ...times,
});

/** Items that `codex exec` knows and prints nothing for. */
export const SILENT_ITEMS: ReadonlySet<string> = new Set([
  "userMessage",
  "hookPrompt",
  "dynamicToolCall",
  "subAgentActivity",
  "imageView",
  "sleep",
  "imageGeneration",
  "enteredReviewMode",
  "exitedReviewMode",
  "contextCompaction",
  "functionCallOutput",
]);

const KnownItem = z.discriminatedUnion("type", [
  AgentMessage,
  Reasoning,
  Plan,
  CommandExecution,
  FileChange,
  McpToolCall,
  CollabAgentToolCall,
  WebSearch,
]);

export type ServerItem = z.infer<typeof KnownItem> | { type: "other"; name: string; raw: unknown };

/** Parses an item; one of an unknown type or unexpected shape becomes `other`. */
export function parseItem(raw: unknown): ServerItem {
  const parsed = KnownItem.safeParse(raw);
  return parsed.success ? parsed.data : { type: "other", name: nameOf(raw), raw };
}

const nameOf = (raw: unknown): string => textIn(raw, "type") ?? "";

/** The text under a key of an item that is not parsed; null if there is none. */
export function textIn(raw: unknown, key: string): string | null {
  const value = (raw as Record<string, unknown> | null | undefined)?.[key];
  return typeof value === "string" ? value : null;
}

/** Whether the item is a tool call of the model, even in an unexpected shape. */
export const isToolCall = (item: ServerItem): boolean =>
  TOOL_CALLS.has(item.type === "other" ? item.name : item.type);

const TOOL_CALLS: ReadonlySet<string> = new Set([
  "commandExecution",
  "fileChange",
  "mcpToolCall",
  "dynamicToolCall",
  "collabAgentToolCall",
]);
