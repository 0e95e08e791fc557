import { immediate, type TimedEvent, type SseEvent } from "./timed-event.js";
import { partEvents } from "./parts.js";
import type { Stream, ScenarioUsage } from "./scenario.js";

/** All events of one streamed response; `key` makes its ids unique within a run. */
export function streamEvents(stream: Stream, key: string): TimedEvent[] {
  const id = `resp_${key}`;
  const created = { type: "response.created", response: { id } };
  return [
    { pauseMs: stream.delay_ms ?? 0, event: created },
    ...stream.say.flatMap((part, index) => partEvents(part, { index, key })),
    ...ending(stream, id).map(immediate),
  ];
}

/** Encodes one event for the wire. */
export function encode(event: SseEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function ending({ end = "completed", usage }: Stream, id: string): SseEvent[] {
  if (typeof end !== "string") {
    return [{ type: "response.failed", response: { id, error: end.failed } }];
  }
  switch (end) {
    case "completed":
      return [{ type: "response.completed", response: { id, usage: usageFields(usage) } }];
    case "incomplete": {
      const incomplete_details = { reason: "max_output_tokens" };
      return [{ type: "response.incomplete", response: { id, incomplete_details } }];
    }
    case "cut":
    case "hang":
      return [];
  }
}

// Non-zero, so that totals are visibly added up.
const DEFAULT_USAGE: ScenarioUsage = { input: 100, output: 20 };

function usageFields({ input, cached, output, reasoning }: ScenarioUsage = DEFAULT_USAGE) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached ?? 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning ?? 0 },
    total_tokens: input + output,
  };
}
