import { SURFACES, UNITS } from "./growth-surfaces.js";

/**
 * The functions whose time grows faster than their text. Four times the text takes four times as long
 * where the work is linear, and sixteen times where it is quadratic; the limit lies between the two.
 */
export function slowerThanLinear(size = 8_000): string[] {
  return Object.entries(SURFACES).flatMap(([name, use]) =>
    UNITS.flatMap((unit) => {
      const text = (length: number): string => unit.repeat(Math.ceil(length / unit.length));
      const [once, fourfold] = [size, 4 * size].map((length) =>
        milliseconds(() => use(text(length))),
      ) as [number, number];
      // What takes no time at all grows by chance only.
      return fourfold > NOTICEABLE_MS && fourfold > 10 * once
        ? [`${name} ${JSON.stringify(unit)}: ${once} ms, then ${fourfold} ms`]
        : [];
    }),
  );
}

const NOTICEABLE_MS = 100;
const REPEATS = 3;

/** Of the processor, not of the clock: others may be using the machine. The best of a few tries. */
function milliseconds(use: () => unknown): number {
  const tries = Array.from({ length: REPEATS }, () => {
    const before = process.cpuUsage().user;
    use();
    return Math.round((process.cpuUsage().user - before) / 1000);
  });
  return Math.min(...tries);
}
