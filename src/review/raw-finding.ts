import type { Priority } from "./finding.js";

/** A finding as the reviewer reported it: path and lines are not checked yet. */
export interface RawFinding {
  title: string;
  body: string;
  priority: Priority;
  confidence: number | null;
  /** Empty, with lines of 0, when the reviewer gave no location. */
  path: string;
  startLine: number;
  endLine: number;
}

/** The reviewer's parsed answer, and where it was read from. */
export interface ReviewAnswer {
  source: "json" | "text";
  correctness: string | null;
  explanation: string | null;
  confidence: number | null;
  findings: RawFinding[];
}

export type RawPlace = Pick<RawFinding, "path" | "startLine" | "endLine">;
export const NOWHERE: RawPlace = { path: "", startLine: 0, endLine: 0 };

/** Builds a location from a path and two lines in any order; invalid line numbers are ignored. */
export function rawPlace(path: string, start: unknown, end: unknown): RawPlace {
  if (path.trim() === "") return NOWHERE;
  const lines = [start, end].map(lineOf).filter((line) => line > 0);
  if (lines.length === 0) return { ...NOWHERE, path };
  return { path, startLine: Math.min(...lines), endLine: Math.max(...lines) };
}

function lineOf(value: unknown): number {
  const line = Math.floor(numberOf(value) ?? 0);
  return Number.isSafeInteger(line) ? line : 0;
}

/** Reads a number, or a string that contains one. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/**
 * Strips the leading tag from a title, and ranks the finding by the worst of all tags and the given
 * priority. Without any rank a finding counts as 1, so that it cannot slip through a gate; a given
 * priority that is invalid counts as 0.
 */
export function ranked(words: string, given: unknown): Pick<RawFinding, "title" | "priority"> {
  const title = words.replace(/\s+/g, " ").trim();
  const tag = /^\[P[0-3]\]/i.exec(title)?.[0] ?? "";
  const stated = given === undefined || given === null ? [] : [priorityOf(given) ?? 0];
  const ranks = [...stated, ...taggedRanks(title)];
  const worst = ranks.length === 0 ? 1 : worstRank(ranks);
  return { title: title.slice(tag.length).trim() || title, priority: worst as Priority };
}

/** Lists the priorities in a title: `[P0]` or `P0:` anywhere, or `P0` at its beginning. */
export const taggedRanks = (title: string): Priority[] =>
  [...title.normalize("NFKC").matchAll(TAG)].map(
    ([, tag, word, first]) => Number(tag ?? word ?? first) as Priority,
  );

const TAG = /[[({]\s?P\s?([0-3])\s?[\])}]|\bP([0-3])(?=\s?[:–—-])|^P([0-3])\b/gi;

function priorityOf(value: unknown): Priority | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const rank = /^\[?P?([0-3])(?:\.0+)?\]?$/i.exec(String(value).trim())?.[1];
  return rank === undefined ? undefined : (Number(rank) as Priority);
}

/** The priority of the worst finding; 4 when there is none. */
export const worstOf = (findings: readonly Pick<RawFinding, "priority">[]): number =>
  worstRank(findings.map(({ priority }) => priority));

/** The lowest of any number of ranks; 4 when there is none. */
export const worstRank = (ranks: readonly number[]): number =>
  ranks.reduce((worst, rank) => Math.min(worst, rank), 4);

/** Drops duplicates and keeps the one with the worst priority. */
export function withoutRepeats(findings: readonly RawFinding[]): RawFinding[] {
  const kept = new Map<string, RawFinding>();
  for (const finding of findings) {
    const { title, path, startLine, endLine } = finding;
    const key = JSON.stringify([title, path, startLine, endLine]);
    const known = kept.get(key);
    if (known === undefined || finding.priority < known.priority) kept.set(key, finding);
  }
  return [...kept.values()];
}
