import type { ThreadEvent } from "../events.js";
import type { Secrets } from "../secrets.js";

/**
 * Takes secrets out of texts that come in pieces. The end of a piece that may be the beginning of a
 * secret is held back until the next one, or until its item is whole.
 */
export function hidingDeltas(secrets: Secrets): (event: ThreadEvent) => ThreadEvent[] {
  const held = new Map<string, Piece>();

  const pass = (piece: Piece): ThreadEvent[] => {
    const { shown, kept } = secrets.split((held.get(piece.key)?.text ?? "") + piece.text);
    held.delete(piece.key);
    if (kept !== "") held.set(piece.key, { ...piece, text: kept });
    return shown === "" ? [] : [piece.as(shown)];
  };
  const release = (isOver: (piece: Piece) => boolean): ThreadEvent[] => {
    const over = [...held.values()].filter(isOver);
    for (const { key } of over) held.delete(key);
    return over.map(({ as, text }) => as(text));
  };

  return (event) => {
    const piece = pieceOf(event);
    if (piece !== undefined) return pass(piece);
    const item = finishedItem(event);
    const last = event.type === "turn.completed" || event.type === "turn.failed";
    return [...release((each) => last || each.item === item), event];
  };
}

/** A part of a text, and the event it came in. */
interface Piece {
  key: string;
  item: string;
  text: string;
  as(text: string): ThreadEvent;
}

function pieceOf(event: ThreadEvent): Piece | undefined {
  if (event.type === "item.delta") {
    const { raw_id: item, item_type, delta: text } = event;
    return { key: `${item_type} ${item}`, item, text, as: (delta) => ({ ...event, delta }) };
  }
  if (event.type !== "raw") return undefined;
  const params = event.params as { delta?: unknown; itemId?: unknown } | null;
  if (typeof params?.delta !== "string" || typeof params.itemId !== "string") return undefined;
  const { itemId: item, delta: text } = params;
  const as = (delta: string): ThreadEvent => ({ ...event, params: { ...params, delta } });
  return { key: `${event.method} ${item}`, item, text, as };
}

/** The server's id of the item that is whole now. */
function finishedItem(event: ThreadEvent): string | undefined {
  if (event.type === "item.completed") return (event.item as { raw_id?: string }).raw_id;
  if (event.type !== "raw") return undefined;
  const { item } = (event.params ?? {}) as { item?: { id?: unknown } };
  return typeof item?.id === "string" ? item.id : undefined;
}
