import { now, type Beat, type SseEvent } from "./beat.js";
import { partBeats } from "./parts.js";
import type { Stream, Usage } from "./scenario.js";

/** Everything one streamed response sends; `key` makes its ids unique within a run. */
export function streamBeats(stream: Stream, key: string): Beat[] {
  const id = `resp_${key}`;
  const created = { type: "response.created", response: { id } };
  return [
    { pauseMs: stream.delay_ms ?? 0, event: created },
    ...stream.say.flatMap((part, index) => partBeats(part, { index, key })),
    ...ending(stream, id).map(now),
  ];
}

/** The wire form of one event. */
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

// A script that does not care about tokens still has some, so that totals are visibly added up.
const SOME_USAGE: Usage = { input: 100, output: 20 };

function usageFields({ input, cached, output, reasoning }: Usage = SOME_USAGE) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached ?? 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning ?? 0 },
    total_tokens: input + output,
  };
}
