import { SURFACES, UNITS } from "./growth-surfaces.js";

/** The functions that take more than their share of time for twice the text. */
export function slowerThanLinear(size = 16_000): string[] {
  return Object.entries(SURFACES).flatMap(([name, use]) =>
    UNITS.flatMap((unit) => {
      const text = (length: number): string => unit.repeat(Math.ceil(length / unit.length));
      const [first, once, twice] = [size, size, 2 * size].map((length) =>
        milliseconds(() => use(text(length))),
      ) as [number, number, number];
      const base = Math.min(first, once);
      // What takes no time at all grows by chance only.
      return twice > NOTICEABLE_MS && twice > 3 * base
        ? [`${name} ${JSON.stringify(unit)}: ${base} ms, then ${twice} ms`]
        : [];
    }),
  );
}

const NOTICEABLE_MS = 100;

/** Of the processor, not of the clock: others may be using the machine. */
function milliseconds(use: () => unknown): number {
  const before = process.cpuUsage().user;
  use();
  return Math.round((process.cpuUsage().user - before) / 1000);
}
