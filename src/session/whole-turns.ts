import type { Turn } from "../protocol/turn.js";

/**
 * Stored turns as they were run: a review is stored as two, the reviewer's own and the one that was
 * asked for, which comes behind it. What the first did belongs to the second.
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
  // One whose own turn never came stands for itself.
  for (const left of held.values()) yield* left;
}
