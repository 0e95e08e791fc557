import { judgementOf, partOf, type Judgement } from "./judgement.js";
import { fitsPath, fitsSegment, type PathRule } from "./path-rule.js";
import { insideOf, segmentsOf } from "./path-segments.js";

interface PathRules {
  allow: readonly PathRule[];
  deny: readonly PathRule[];
}

/** Judges every path of a change; relative ones, of requests and of rules, start at the root. */
export function judgePaths(
  { paths, root }: { paths: readonly string[]; root: string },
  { allow, deny }: PathRules,
): Judgement {
  const parts = paths.map((path) => {
    const full = segmentsOf(path, root);
    const inside = insideOf(path, root) ?? [];
    return partOf(path, {
      allow: allow.find((rule) => allowsPath(rule, rule.absolute ? full : inside)),
      deny: deny.find((rule) => mayMeanPath(rule, full) || mayMeanPath(rule, inside)),
    });
  });
  return judgementOf(parts);
}

/** A wildcard never opens what decides about later commands; it has to be named. */
function allowsPath(rule: PathRule, path: readonly string[]): boolean {
  if (path.length === 0) return false;
  return fitsPath(rule.segments, path, {
    fits: (pattern, segment) =>
      pattern === segment || (!isProtected(segment) && fitsSegment(pattern, segment)),
    passes: (segment) => !isProtected(segment),
  });
}

/** Deny rules also mean what is below, and read letters as a forgiving file system would. */
function mayMeanPath(rule: PathRule, path: readonly string[]): boolean {
  if (path.length === 0) return false;
  return fitsPath([...rule.segments.map(folded), "**"], path.map(folded), {
    fits: fitsSegment,
    passes: () => true,
  });
}

const isProtected = (segment: string): boolean => PROTECTED.test(folded(segment));

// Git itself takes care of the ways some file systems spell its directory.
const PROTECTED =
  /^(?:(?:\.git|git~\d+|\.codex|\.agents|\.husky|\.githooks|\.envrc)[. ]*|\.turnpiperc.*|turnpipe\.config\..*)$/;

const folded = (segment: string): string => segment.normalize("NFKC").toLowerCase();
