/** Gives items the ids of the dialect: `item_0`, `item_1`, … in order of first appearance. */
export interface Ids {
  fresh(): string;
  /** The id of an item that starts; starting again keeps it. */
  start(rawId: string): string;
  /** The id of an item that ends: the one it started with, else a fresh one. */
  finish(rawId: string): string;
  isOpen(rawId: string): boolean;
  anyOpen(): boolean;
}

/** One counter per run; only items that are shown take from it. */
export function createIds(): Ids {
  const open = new Map<string, string>();
  let next = 0;
  const fresh = (): string => `item_${String(next++)}`;
  return {
    fresh,
    start(rawId) {
      const id = open.get(rawId) ?? fresh();
      open.set(rawId, id);
      return id;
    },
    finish(rawId) {
      const id = open.get(rawId) ?? fresh();
      open.delete(rawId);
      return id;
    },
    isOpen: (rawId) => open.has(rawId),
    anyOpen: () => open.size > 0,
  };
}
