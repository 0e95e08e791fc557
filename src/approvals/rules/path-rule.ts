import { AmbiguousCommand } from "./ambiguous.js";

/** Which files are meant. */
export interface PathRule {
  kind: "path";
  text: string;
  /** Whether the pattern starts at the root of the file system and not at the project's. */
  absolute: boolean;
  segments: readonly string[];
}

/** Reads the pattern of a path rule; what is wrong with it is thrown as unclear. */
export function parsePathRule(text: string, pattern: string): PathRule {
  const absolute = pattern.startsWith("/");
  const path = pattern.replace(/^\.?\//, "");
  if (path === "") throw new AmbiguousCommand("no path");
  if (/^[!~]/.test(path))
    throw new AmbiguousCommand("a leading ! or ~ (write deny rules and full paths)");
  if (/[[\]{}\\]/.test(path)) {
    throw new AmbiguousCommand(
      "a bracket, brace or backslash (wildcards are *, ** and ?, and ? fits any one)",
    );
  }
  if (path.endsWith("/")) throw new AmbiguousCommand("a slash at the end (write ** behind it)");
  const segments = path.split("/");
  for (const segment of segments) {
    if (["", ".", ".."].includes(segment)) throw new AmbiguousCommand("an empty, . or .. part");
    if (segment.includes("**") && segment !== "**")
      throw new AmbiguousCommand("** beside other characters");
  }
  return { kind: "path", text, absolute, segments };
}

/** Whether a pattern's segments fit those of a path; `at` is the place of a segment in the path. */
export function fitsPath(
  pattern: readonly string[],
  path: readonly string[],
  { fits, passes }: SegmentTest,
): boolean {
  // How many segments of the path are used up, in every possible way; no way back, no recursion.
  let ends = new Set([0]);
  for (const segment of pattern) {
    const next = new Set<number>();
    for (const end of ends) {
      if (segment === "**") {
        next.add(end);
        // Where an earlier way went on, this one adds nothing.
        for (let at = end; at < path.length && !next.has(at + 1); at++) {
          if (!passes(at)) break;
          next.add(at + 1);
        }
      } else if (end < path.length && fits(segment, path[end] ?? "", end)) next.add(end + 1);
    }
    ends = next;
  }
  return ends.has(path.length);
}

interface SegmentTest {
  fits: (pattern: string, segment: string, at: number) => boolean;
  /** Whether `**` may step over a segment. */
  passes: (at: number) => boolean;
}

/** Whether a segment fits a pattern of `*` and `?`, without ever going back more than one star. */
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
