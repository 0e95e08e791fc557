import type { ThreadEvent } from "../dialect/events.js";
import type { ThreadItem } from "../dialect/items.js";

/**
 * Reduces an event to what `codex exec --json` prints: its own fields, in its order; undefined for an
 * event or an item that it does not have.
 */
export function codexEvent(given: ThreadEvent): object | undefined {
  const isUnmeasured = given.type === "turn.completed" && given.usage === null;
  const event = isUnmeasured ? { ...given, usage: UNMEASURED } : given;
  const fields = (EVENTS as Table)[event.type];
  if (fields === undefined || !("item" in event)) return fields && pick(event, fields);
  const { type, item } = event;
  const itemFields = (ITEMS as Table)[item.type];
  return itemFields && { type, item: pick(item, itemFields) };
}

/** codex prints zeros for what it does not know. */
const UNMEASURED = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
};

type Event<T extends ThreadEvent["type"]> = Extract<ThreadEvent, { type: T }>;
type Item<T extends ThreadItem["type"]> = Extract<ThreadItem, { type: T }>;

/** Some fields of a value: whole, or again some of theirs; for a list, of each of its members. */
type Allowed<T> = { readonly [K in keyof T]?: true | Fields };
type Fields = Readonly<Record<string, unknown>>;
type Table = Readonly<Partial<Record<string, Fields>>>;

const EVENTS = {
  "thread.started": { type: true, thread_id: true },
  "turn.started": { type: true },
  "turn.completed": { type: true, usage: true },
  "turn.failed": { type: true, error: { message: true } },
  "item.started": { type: true, item: true },
  "item.updated": { type: true, item: true },
  "item.completed": { type: true, item: true },
  error: { type: true, message: true },
} as const satisfies { readonly [T in ThreadEvent["type"]]?: Allowed<Event<T>> };

const ITEMS = {
  agent_message: { id: true, type: true, text: true },
  reasoning: { id: true, type: true, text: true },
  command_execution: {
    id: true,
    type: true,
    command: true,
    aggregated_output: true,
    exit_code: true,
    status: true,
  },
  file_change: { id: true, type: true, changes: { path: true, kind: true }, status: true },
  mcp_tool_call: {
    id: true,
    type: true,
    server: true,
    tool: true,
    arguments: true,
    result: true,
    error: true,
    status: true,
  },
  collab_tool_call: {
    id: true,
    type: true,
    tool: true,
    sender_thread_id: true,
    receiver_thread_ids: true,
    prompt: true,
    agents_states: true,
    status: true,
  },
  web_search: { id: true, type: true, query: true, action: true },
  todo_list: { id: true, type: true, items: true },
  error: { id: true, type: true, message: true },
} as const satisfies { readonly [T in ThreadItem["type"]]?: Allowed<Item<T>> };

function pick(value: object, fields: Fields): object {
  if (Array.isArray(value)) return value.map((member: object) => pick(member, fields));
  const kept = Object.entries(value).filter(([key]) => Object.hasOwn(fields, key));
  return Object.fromEntries(
    kept.map(([key, part]: [string, unknown]) => [
      key,
      fields[key] === true ? part : pick(part as object, fields[key] as Fields),
    ]),
  );
}
