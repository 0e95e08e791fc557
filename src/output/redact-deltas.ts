import type { ThreadEvent } from "../dialect/events.js";
import type { DeltaMessage } from "../redact/delta-redactor.js";
import { DeltaRedactor } from "../redact/delta-redactor.js";
import type { Redactor } from "../redact/redactor.js";
import { completedBy, readDelta } from "../redact/read-delta.js";

/**
 * Redacts texts that are spread over several delta events, so that a secret split between them is
 * found.
 */
export function redactDeltas(redactor: Redactor): (event: ThreadEvent) => ThreadEvent[] {
  const redacted = new DeltaRedactor<ThreadEvent>(redactor);
  let thread: string | undefined;
  return (event) => {
    if (event.type === "thread.started") thread = event.thread_id;
    const pieces = piecesOf(event, thread);
    if (pieces !== undefined) return redacted.pass(pieces);
    return [...redacted.release(completedByEvent(event)), event];
  };
}

function piecesOf(
  event: ThreadEvent,
  thread: string | undefined,
): DeltaMessage<ThreadEvent> | undefined {
  if (event.type === "item.delta") {
    const { raw_id: item, item_type, delta } = event;
    return {
      stream: `${item_type} ${item}`,
      item,
      thread,
      texts: new Map([["delta", delta]]),
      with: (texts) => ({ ...event, delta: texts.get("delta") ?? "" }),
    };
  }
  if (event.type !== "raw") return undefined;
  const pieces = readDelta(event);
  return pieces && { ...pieces, with: (texts) => ({ type: "raw", ...pieces.with(texts) }) };
}

/** Selects the held texts that are complete when an event arrives. */
function completedByEvent(event: ThreadEvent): (held: DeltaMessage<ThreadEvent>) => boolean {
  if (CLOSING_EVENTS.has(event.type)) return () => true;
  if (event.type === "item.completed") {
    const { raw_id } = event.item as { raw_id?: string };
    return ({ item }) => item !== undefined && item === raw_id;
  }
  return event.type === "raw" ? completedBy(event) : () => false;
}

/** Events after which no held text continues; a failed attempt is over too. */
const CLOSING_EVENTS: ReadonlySet<string> = new Set<ThreadEvent["type"]>([
  "turn.started",
  "turn.completed",
  "turn.failed",
  "retry.scheduled",
  "verify.started",
]);
