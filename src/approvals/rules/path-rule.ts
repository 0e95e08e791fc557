import { AmbiguousInput } from "./ambiguous-input.js";

/** Matches files. */
export interface PathRule {
  kind: "path";
  text: string;
  /** Whether the pattern starts at `/` and not at the project's root. */
  absolute: boolean;
  segments: readonly string[];
}

/** Parses the pattern of a path rule; throws AmbiguousInput if it is invalid. */
export function parsePathRule(text: string, pattern: string): PathRule {
  const absolute = pattern.startsWith("/");
  const path = pattern.replace(/^\.?\//, "");
  if (path === "") throw new AmbiguousInput("no path");
  if (/^[!~]/.test(path))
    throw new AmbiguousInput("a leading ! or ~ (write deny rules and full paths)");
  if (/[[\]{}\\]/.test(path)) {
    throw new AmbiguousInput(
      "a bracket, brace or backslash (wildcards are *, ** and ?; ? matches any one character)",
    );
  }
  if (path.endsWith("/")) throw new AmbiguousInput("a trailing slash (add ** after it)");
  const segments = path.split("/");
  for (const segment of segments) {
    if (["", ".", ".."].includes(segment)) throw new AmbiguousInput("an empty, . or .. part");
    if (segment.includes("**") && segment !== "**")
      throw new AmbiguousInput("** next to other characters in a segment");
  }
  return { kind: "path", text, absolute, segments };
}

/** Whether a pattern's segments match a path's; `at` is the index of a segment in the path. */
export function fitsPath(
  pattern: readonly string[],
  path: readonly string[],
  { fits, passes }: SegmentTest,
): boolean {
  // Every number of segments the pattern so far can match; avoids backtracking and recursion.
  let reached = new Set([0]);
  for (const segment of pattern) {
    const next = new Set<number>();
    for (const position of reached) {
      if (segment === "**") {
        next.add(position);
        // Positions that were reached before add nothing.
        for (let at = position; at < path.length && !next.has(at + 1); at++) {
          if (!passes(at)) break;
          next.add(at + 1);
        }
      } else if (position < path.length && fits(segment, path[position] ?? "", position))
        next.add(position + 1);
    }
    reached = next;
  }
  return reached.has(path.length);
}

interface SegmentTest {
  fits: (pattern: string, segment: string, at: number) => boolean;
  /** Whether `**` may match a segment. */
  passes: (at: number) => boolean;
}

/** Whether a segment matches a pattern of `*` and `?`, backtracking to the last star only. */
export function fitsSegment(pattern: string, segment: string): boolean {
  const wanted = Array.from(pattern);
  const given = Array.from(segment);
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let seen = 0; seen < given.length;) {
    if (wanted[at] === "*") {
      star = at++;
      resume = seen;
    } else if (wanted[at] === "?" || wanted[at] === given[seen]) {
      at++;
      seen++;
    } else if (star >= 0) {
      at = star + 1;
      seen = ++resume;
    } else return false;
  }
  return wanted.slice(at).every((char) => char === "*");
}
