import type { Range } from "./diff.js";
import type { Anchor } from "./finding.js";

interface Lines {
  startLine: number;
  endLine: number;
}

/** Where lines stand towards the changed ones of their file; undefined is a file that did not change. */
export function anchorOf(place: Lines, changed: readonly Range[] | undefined): Anchor {
  // Without a line there is nothing to compare.
  if (place.startLine < 1) return "off-diff";
  const isWithin = (lines: number) =>
    changed?.some((range) => distanceTo(range, place) <= lines) === true;
  if (isWithin(0)) return "on-diff";
  return isWithin(NEAR) ? "near" : "off-diff";
}

const NEAR = 5;

const distanceTo = (range: Range, { startLine, endLine }: Lines): number =>
  Math.max(range.start - endLine, startLine - range.end);
