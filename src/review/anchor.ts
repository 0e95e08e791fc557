import type { LineRange } from "./diff.js";
import type { Anchor } from "./finding.js";

interface Lines {
  startLine: number;
  endLine: number;
}

/**
 * Classifies lines by their distance to the changed lines of their file; `changed` is undefined for an
 * unchanged file.
 */
export function anchorOf(span: Lines, changed: readonly LineRange[] | undefined): Anchor {
  if (span.startLine < 1) return "off-diff";
  const isWithin = (lines: number) =>
    changed?.some((range) => distanceTo(range, span) <= lines) === true;
  if (isWithin(0)) return "on-diff";
  return isWithin(NEAR) ? "near" : "off-diff";
}

const NEAR = 5;

const distanceTo = (range: LineRange, { startLine, endLine }: Lines): number =>
  Math.max(range.start - endLine, startLine - range.end);
