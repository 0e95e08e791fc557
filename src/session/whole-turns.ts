import type { Turn } from "../protocol/turn.js";

/**
 * Merges stored turns that ran as one: a review is stored as two, the reviewer's own turn and after
 * it the requested one. The items of the first belong to the second.
 */
export async function* wholeTurns(turns: AsyncIterable<Turn>): AsyncIterable<Turn> {
  const held = new Map<string, Turn[]>();
  for await (const turn of turns) {
    const root = turn.rootTurnId ?? turn.id;
    if (root !== turn.id) {
      held.set(root, [...(held.get(root) ?? []), turn]);
      continue;
    }
    const inner = held.get(turn.id) ?? [];
    held.delete(turn.id);
    const items = [...inner, turn].flatMap((part) => part.items ?? []);
    yield { ...turn, items, startedAt: inner[0]?.startedAt ?? turn.startedAt };
  }
  // An inner turn without a root turn is returned as it is.
  for (const orphans of held.values()) yield* orphans;
}
