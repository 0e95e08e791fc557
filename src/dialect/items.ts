import * as z from "zod";

/** turnpipe's own fields, which come last. `raw_id` joins items to deltas (`--include deltas`). */
const ownFields = { duration_ms: z.int().optional(), raw_id: z.string().optional() };
const id = z.string();
const progress = z.enum(["in_progress", "completed", "failed"]);

const AgentMessage = z.strictObject({
  id,
  type: z.literal("agent_message"),
  text: z.string(),
  phase: z.string().nullable(),
  ...ownFields,
});

const Reasoning = z.strictObject({
  id,
  type: z.literal("reasoning"),
  text: z.string(),
  ...ownFields,
});

const CommandExecution = z.strictObject({
  id,
  type: z.literal("command_execution"),
  command: z.string(),
  aggregated_output: z.string(),
  exit_code: z.int().nullable(),
  status: z.enum(["in_progress", "completed", "failed", "declined"]),
  ...ownFields,
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
  ...ownFields,
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
  ...ownFields,
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
  ...ownFields,
});

/** The id is the server's own: codex exec writes the key twice, and parsers keep the last. */
const WebSearch = z.strictObject({
  id,
  type: z.literal("web_search"),
  query: z.string(),
  action: z.looseObject({ type: z.string() }),
  ...ownFields,
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

export type ThreadItem = z.infer<typeof ThreadItem>;
