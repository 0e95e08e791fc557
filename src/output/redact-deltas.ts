import type { ThreadEvent } from "../dialect/events.js";
import type { Pieces } from "../redact/pieces.js";
import { PieceRedactor } from "../redact/pieces.js";
import type { Redactor } from "../redact/redactor.js";
import { wholeAfter, wirePieces } from "../redact/wire-pieces.js";

/** Redacts texts that come in the pieces of several events, so that their parts joined are redacted. */
export function redactDeltas(redactor: Redactor): (event: ThreadEvent) => ThreadEvent[] {
  const redacted = new PieceRedactor<ThreadEvent>(redactor);
  let thread: string | undefined;
  return (event) => {
    if (event.type === "thread.started") thread = event.thread_id;
    const pieces = piecesOf(event, thread);
    if (pieces !== undefined) return redacted.pass(pieces);
    return [...redacted.release(wholeWith(event)), event];
  };
}

function piecesOf(event: ThreadEvent, thread: string | undefined): Pieces<ThreadEvent> | undefined {
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
  const pieces = wirePieces(event);
  return pieces && { ...pieces, with: (texts) => ({ type: "raw", ...pieces.with(texts) }) };
}

/** Which texts are whole when an event comes. */
function wholeWith(event: ThreadEvent): (held: Pieces<ThreadEvent>) => boolean {
  if (ENDS.has(event.type)) return () => true;
  if (event.type === "item.completed") {
    const { raw_id } = event.item as { raw_id?: string };
    return ({ item }) => item !== undefined && item === raw_id;
  }
  return event.type === "raw" ? wholeAfter(event) : () => false;
}

/** An attempt that failed is over, too. */
const ENDS: ReadonlySet<string> = new Set<ThreadEvent["type"]>([
  "turn.started",
  "turn.completed",
  "turn.failed",
  "retry.scheduled",
  "verify.started",
]);
