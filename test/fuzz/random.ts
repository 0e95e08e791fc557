/** Numbers that look random; the same seed gives the same ones. */
export interface Random {
  /** From 0 up to, but not, 1. */
  next(): number;
  /** A whole number from 0 up to, but not, `limit`. */
  below(limit: number): number;
  /** One of these; there must be one. */
  pick<T>(values: readonly T[]): T;
  /** True once in so many times. */
  chance(oneIn: number): boolean;
}

/** mulberry32: small, fast, and good enough to choose with. */
export function randomFrom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (values) => values[below(values.length)]!,
    chance: (oneIn) => below(oneIn) === 0,
  };
}
