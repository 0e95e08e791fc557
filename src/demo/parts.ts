import { immediate, type TimedEvent, type SseEvent } from "./timed-event.js";
import type { Part } from "./scenario.js";
import { split } from "./split.js";

/** Position of a part: its index in the response, and the response's key. */
export interface PartPosition {
  readonly index: number;
  readonly key: string;
}

/** The events of one part. */
export function partEvents(part: Part, position: PartPosition): TimedEvent[] {
  if ("text" in part) return message(part, position);
  if ("raw" in part) return [immediate(part.raw)];
  if ("reasoning" in part) return reasoning([part.reasoning].flat(), position).map(immediate);
  return [immediate(done(toolItem(part, position), position))];
}

type TextPart = Extract<Part, { text: unknown }>;
type ToolPart = Exclude<Part, TextPart | { raw: unknown } | { reasoning: unknown }>;

function message(part: TextPart, position: PartPosition): TimedEvent[] {
  const text = typeof part.text === "string" ? part.text : part.text.repeat.repeat(part.text.times);
  const phase = part.phase === undefined ? {} : { phase: part.phase };
  const item = { type: "message", role: "assistant", id: itemId("msg", position), ...phase };
  const deltas = split(text, part.pieces ?? 1).map((delta) => ({
    pauseMs: part.delay_ms ?? 0,
    event: {
      type: "response.output_text.delta",
      item_id: item.id,
      output_index: position.index,
      content_index: 0,
      delta,
    },
  }));
  const started = [immediate(added({ ...item, content: [] }, position)), ...deltas];
  if (part.unfinished === true) return started;
  return [
    ...started,
    immediate(done({ ...item, content: [{ type: "output_text", text }] }, position)),
  ];
}

function reasoning(texts: string[], position: PartPosition): SseEvent[] {
  const item_id = itemId("rs", position);
  const item = { type: "reasoning", id: item_id };
  const parts = texts.flatMap((delta, summary_index): SseEvent[] => [
    {
      type: "response.reasoning_summary_part.added",
      item_id,
      summary_index,
      part: { type: "summary_text", text: "" },
    },
    { type: "response.reasoning_summary_text.delta", item_id, summary_index, delta },
  ]);
  const summary = texts.map((text) => ({ type: "summary_text", text }));
  return [
    added({ ...item, summary: [] }, position),
    ...parts,
    done({ ...item, summary }, position),
  ];
}

function toolItem(part: ToolPart, position: PartPosition): object {
  const call_id = itemId("call", position);
  if ("exec" in part) {
    const { exec: cmd, ...rest } = part;
    return functionCall({ call_id, name: "exec_command" }, { cmd, ...rest }, position);
  }
  if ("call" in part) {
    const namespace = part.namespace === undefined ? {} : { namespace: part.namespace };
    return functionCall({ call_id, ...namespace, name: part.call }, part.arguments, position);
  }
  if ("patch" in part) return customCall({ call_id, name: "apply_patch" }, part.patch, position);
  if ("code" in part) {
    return customCall({ call_id, namespace: "functions", name: "exec" }, part.code, position);
  }
  const { search } = part;
  const action = typeof search === "string" ? { type: "search", query: search } : search;
  return { type: "web_search_call", id: itemId("ws", position), status: "completed", action };
}

function functionCall(call: object, args: unknown, position: PartPosition): object {
  const id = itemId("fc", position);
  return { type: "function_call", id, ...call, arguments: JSON.stringify(args) };
}

function customCall(call: object, input: string, position: PartPosition): object {
  const id = itemId("ctc", position);
  return { type: "custom_tool_call", id, ...call, status: "completed", input };
}

const itemId = (prefix: string, { key, index }: PartPosition) => `${prefix}_${key}_${index + 1}`;

const added = (item: object, { index }: PartPosition): SseEvent => ({
  type: "response.output_item.added",
  output_index: index,
  item,
});

const done = (item: object, { index }: PartPosition): SseEvent => ({
  type: "response.output_item.done",
  output_index: index,
  item,
});
