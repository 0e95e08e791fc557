import { now, type Beat, type SseEvent } from "./beat.js";
import type { Part } from "./scenario.js";
import { split } from "./split.js";

/** Where a part stands: its index in the response, and the response's own key. */
export interface Place {
  readonly index: number;
  readonly key: string;
}

/** The events that say one part. */
export function partBeats(part: Part, place: Place): Beat[] {
  if ("text" in part) return message(part, place);
  if ("raw" in part) return [now(part.raw)];
  if ("reasoning" in part) return reasoning([part.reasoning].flat(), place).map(now);
  return [now(done(toolItem(part, place), place))];
}

type TextPart = Extract<Part, { text: unknown }>;
type ToolPart = Exclude<Part, TextPart | { raw: unknown } | { reasoning: unknown }>;

function message(part: TextPart, place: Place): Beat[] {
  const text = typeof part.text === "string" ? part.text : part.text.repeat.repeat(part.text.times);
  const phase = part.phase === undefined ? {} : { phase: part.phase };
  const item = { type: "message", role: "assistant", id: itemId("msg", place), ...phase };
  const deltas = split(text, part.pieces ?? 1).map((delta) => ({
    pauseMs: part.delay_ms ?? 0,
    event: {
      type: "response.output_text.delta",
      item_id: item.id,
      output_index: place.index,
      content_index: 0,
      delta,
    },
  }));
  const started = [now(added({ ...item, content: [] }, place)), ...deltas];
  if (part.unfinished === true) return started;
  return [...started, now(done({ ...item, content: [{ type: "output_text", text }] }, place))];
}

function reasoning(texts: string[], place: Place): SseEvent[] {
  const item_id = itemId("rs", place);
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
  return [added({ ...item, summary: [] }, place), ...parts, done({ ...item, summary }, place)];
}

function toolItem(part: ToolPart, place: Place): object {
  const call_id = itemId("call", place);
  if ("exec" in part) {
    const { exec: cmd, ...rest } = part;
    return functionCall({ call_id, name: "exec_command" }, { cmd, ...rest }, place);
  }
  if ("call" in part) {
    const namespace = part.namespace === undefined ? {} : { namespace: part.namespace };
    return functionCall({ call_id, ...namespace, name: part.call }, part.arguments, place);
  }
  if ("patch" in part) return customCall({ call_id, name: "apply_patch" }, part.patch, place);
  if ("code" in part) {
    return customCall({ call_id, namespace: "functions", name: "exec" }, part.code, place);
  }
  const { search } = part;
  const action = typeof search === "string" ? { type: "search", query: search } : search;
  return { type: "web_search_call", id: itemId("ws", place), status: "completed", action };
}

function functionCall(call: object, args: unknown, place: Place): object {
  const id = itemId("fc", place);
  return { type: "function_call", id, ...call, arguments: JSON.stringify(args) };
}

function customCall(call: object, input: string, place: Place): object {
  const id = itemId("ctc", place);
  return { type: "custom_tool_call", id, ...call, status: "completed", input };
}

const itemId = (prefix: string, { key, index }: Place) => `${prefix}_${key}_${index + 1}`;

const added = (item: object, { index }: Place): SseEvent => ({
  type: "response.output_item.added",
  output_index: index,
  item,
});

const done = (item: object, { index }: Place): SseEvent => ({
  type: "response.output_item.done",
  output_index: index,
  item,
});
