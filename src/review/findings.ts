import { posix } from "node:path";

import { anchorOf } from "./anchor.js";
import type { Range } from "./diff.js";
import type { Finding } from "./finding.js";
import { fingerprintOf } from "./fingerprint.js";
import type { RawFinding } from "./raw-finding.js";

/** The repository as it was reviewed. */
export interface Checkout {
  /** The repository's root, under every name it has. */
  roots: readonly string[];
  changed: ReadonlyMap<string, readonly Range[]>;
  /** The lines of a file of the repository, named from its root; undefined if it cannot be read. */
  readLines(file: string): readonly string[] | undefined;
}

/** What the reviewer said, checked against the repository, in the order people should read it. */
export function toFindings(raw: readonly RawFinding[], place: Checkout): Finding[] {
  const seen = new Map<string, number>();
  return raw
    .map((finding) => placed(finding, place))
    .sort(compare)
    .map((finding, at) => {
      const times = (seen.get(finding.fingerprint) ?? 0) + 1;
      seen.set(finding.fingerprint, times);
      // The first keeps its name, so that a twin that comes later does not rename it.
      const fingerprint = times === 1 ? finding.fingerprint : `${finding.fingerprint}-${times}`;
      return { id: `F${at + 1}`, ...finding, fingerprint };
    });
}

type Unnumbered = Omit<Finding, "id">;

function placed(raw: RawFinding, { roots, changed, readLines }: Checkout): Unnumbered {
  const inside = insideOf(raw.path, roots);
  const file = inside ?? raw.path;
  // A reviewer's word is no reason to open a file elsewhere on this machine.
  const lines = inside === undefined ? undefined : readLines(inside);
  const last = lines?.length ?? Infinity;
  const startLine = clamped(raw.startLine, last);
  const endLine = Math.max(clamped(raw.endLine, last), startLine);
  const isBehind = raw.startLine > last;
  const code = isBehind || startLine < 1 ? [] : (lines?.slice(startLine - 1, endLine) ?? []);
  return {
    title: raw.title,
    body: raw.body,
    priority: raw.priority,
    confidence: raw.confidence,
    file,
    start_line: startLine,
    end_line: endLine,
    anchored: isBehind ? "off-diff" : anchorOf({ startLine, endLine }, changed.get(file)),
    fingerprint: fingerprintOf({ file, title: raw.title, code }),
  };
}

const clamped = (line: number, last: number): number => Math.max(Math.min(line, last), 0);

/** A path from the root on, or undefined when it lies elsewhere or is none. */
function insideOf(path: string, roots: readonly string[]): string | undefined {
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

/** The same order on every machine, whatever its language. */
const alphabetical = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);
