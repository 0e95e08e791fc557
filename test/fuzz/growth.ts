import { stepsOf } from "../helpers/steps.js";
import { SURFACES } from "./growth-surfaces.js";
import { KINDS, textOf } from "./growth-texts.js";

/**
 * The kinds of text that a function takes more than twice the steps for when they are twice as long.
 * Counted for a few kinds together: work that grows with the square of a text outweighs ten that do not.
 */
export function growsFaster(name: string, length: number, kinds = [...KINDS.keys()]): string[] {
  const use = SURFACES[name] ?? (() => undefined);
  const steps = (group: readonly string[], size: number): number => {
    const texts = group.map((kind) => textOf(KINDS.get(kind) ?? (() => kind), size));
    return stepsOf(() => texts.forEach(use));
  };
  // What is made once and kept, like a table of options, is made before the count begins.
  use("a");
  return groupsOf(kinds).flatMap((group) => {
    const [once, twice] = [steps(group, length), steps(group, 2 * length)];
    return twice <= LIMIT * once ? [] : [`${group.join(" ")}: ${once} steps, then ${twice}`];
  });
}

/**
 * A twentieth more than twice: a text of pieces is not exactly as long as asked for, and numbers in it
 * get more digits. Square growth of one kind in ten exceeds it by far.
 */
const LIMIT = 2.1;
const GROUP = 10;

const groupsOf = (kinds: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(kinds.length / GROUP) }, (_, at) =>
    kinds.slice(GROUP * at, GROUP * (at + 1)),
  );
