import { posix } from "node:path";

import { anchorOf } from "./anchor.js";
import type { LineRange } from "./diff.js";
import type { Finding } from "./finding.js";
import { fingerprintOf } from "./fingerprint.js";
import type { RawFinding } from "./raw-finding.js";

/** The repository as it was reviewed. */
export interface Checkout {
  /** The repository's root, under every path that leads to it. */
  roots: readonly string[];
  changed: ReadonlyMap<string, readonly LineRange[]>;
  /** Reads the lines of a file, given relative to the root; undefined if it cannot be read. */
  readLines(file: string): readonly string[] | undefined;
}

/** Checks raw findings against the repository and sorts them, worst first. */
export function toFindings(raw: readonly RawFinding[], checkout: Checkout): Finding[] {
  const seen = new Map<string, number>();
  return raw
    .map((finding) => located(finding, checkout))
    .sort(compare)
    .map((finding, at) => {
      const times = (seen.get(finding.fingerprint) ?? 0) + 1;
      seen.set(finding.fingerprint, times);
      // The first keeps its fingerprint, so that a later duplicate does not change it.
      const fingerprint = times === 1 ? finding.fingerprint : `${finding.fingerprint}-${times}`;
      return { id: `F${at + 1}`, ...finding, fingerprint };
    });
}

type Unnumbered = Omit<Finding, "id">;

function located(raw: RawFinding, { roots, changed, readLines }: Checkout): Unnumbered {
  const inside = pathInRepository(raw.path, roots);
  const file = inside ?? raw.path;
  // A path from the reviewer must not make us open files outside the repository.
  const lines = inside === undefined ? undefined : readLines(inside);
  const last = lines?.length ?? Infinity;
  const startLine = clamped(raw.startLine, last);
  const endLine = Math.max(clamped(raw.endLine, last), startLine);
  const isPastEnd = raw.startLine > last;
  const code = isPastEnd || startLine < 1 ? [] : (lines?.slice(startLine - 1, endLine) ?? []);
  return {
    title: raw.title,
    body: raw.body,
    priority: raw.priority,
    confidence: raw.confidence,
    file,
    start_line: startLine,
    end_line: endLine,
    anchored: isPastEnd ? "off-diff" : anchorOf({ startLine, endLine }, changed.get(file)),
    fingerprint: fingerprintOf({ file, title: raw.title, code }),
  };
}

const clamped = (line: number, last: number): number => Math.max(Math.min(line, last), 0);

/** The path relative to the root; undefined when it lies outside or is not a path. */
function pathInRepository(path: string, roots: readonly string[]): string | undefined {
  const isWindows = [path, ...roots].some((name) => /^(?:[a-z]:[\\/]|\\\\)/i.test(name));
  const tidy = (name: string) => posix.normalize(isWindows ? name.replaceAll("\\", "/") : name);
  const same = (name: string) => (isWindows ? name.toLowerCase() : name);
  const full = tidy(path);
  const isAbsolute = full.startsWith("/") || (isWindows && /^[a-z]:/i.test(full));
  if (!isAbsolute) return /^\.\.?(?:\/|$)/.test(full) ? undefined : full;
  const root = roots
    .map((name) => tidy(`${name}/`))
    .find((name) => same(full).startsWith(same(name)) && full.length > name.length);
  return root === undefined ? undefined : full.slice(root.length);
}

function compare(one: Unnumbered, other: Unnumbered): number {
  return (
    one.priority - other.priority ||
    alphabetical(one.file, other.file) ||
    one.start_line - other.start_line ||
    one.end_line - other.end_line ||
    alphabetical(one.title, other.title) ||
    alphabetical(one.body, other.body)
  );
}

/** Compares by code unit, so that the order does not depend on the locale. */
const alphabetical = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);
