/** Assigns item ids: `item_0`, `item_1`, … in order of first appearance. */
export interface Ids {
  fresh(): string;
  /** The id of an item that starts; the same one if it starts again. */
  start(rawId: string): string;
  /** The id of an item that ends: the one it started with, else a new one. */
  finish(rawId: string): string;
  isOpen(rawId: string): boolean;
  anyOpen(): boolean;
}

/** One sequence per run; only printed items use up numbers. */
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
