/** Numbers that look random and are the same on every run. */
export interface Dice {
  below: (limit: number) => number;
  pick: <Value>(values: readonly Value[]) => Value;
  chance: (oneIn: number) => boolean;
}

/** Dice for a seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (values) => values[below(values.length)]!,
    chance: (oneIn) => below(oneIn) === 0,
  };
}
