import { realOrWritten, withTopResolved, type PathName, type Root } from "./path-names.js";
import { fitsPath, fitsSegment, type PathRule } from "./path-rule.js";
import { foldCase } from "./protected-segments.js";

/** An allow rule that can be compared with real paths. */
export interface AllowPattern {
  text: string;
  absolute: boolean;
  /** Whether it names one path, without a wildcard. */
  isLiteral: boolean;
  segments: readonly string[];
}

/** Prepares an allow rule. Of links in the rule itself, only one directly below `/` is resolved. */
export async function allowPattern(rule: PathRule): Promise<AllowPattern> {
  const { text, absolute, segments } = rule;
  const isResolvable = absolute && !isWild(segments[0] ?? "");
  return {
    text,
    absolute,
    isLiteral: !segments.some(isWild),
    segments: isResolvable ? await withTopResolved(segments) : segments,
  };
}

/** Whether an allow rule matches a name; protected segments must be spelled out in the rule. */
export function allowsName(
  { absolute, segments }: AllowPattern,
  name: PathName,
  root: Root,
): boolean {
  const path = absolute ? name.full : root.protectedBy === undefined ? (name.inside ?? []) : [];
  if (path.length === 0) return false;
  const isProtected = (at: number) =>
    name.isProtected[at + name.full.length - path.length] === true;
  return fitsPath(segments, path, {
    fits: (pattern, segment, at) =>
      pattern === segment || (!isProtected(at) && fitsSegment(pattern, segment)),
    passes: (at) => !isProtected(at),
  });
}

/** A deny rule as written, and with links in its literal beginning resolved. */
export interface DenyPattern {
  text: string;
  written: readonly string[];
  real: readonly string[];
}

/** Prepares a deny rule. */
export async function denyPattern(rule: PathRule, root: Root): Promise<DenyPattern> {
  const { text, absolute, segments } = rule;
  const wild = segments.findIndex(isWild);
  const literal = wild < 0 ? segments : segments.slice(0, wild);
  const start = await realOrWritten(literal, absolute ? [] : root.real);
  return { text, written: segments, real: [...start, ...segments.slice(literal.length)] };
}

/** Whether a deny rule may match a path, or a directory above it, ignoring case. */
export function mayMatchPath(pattern: readonly string[], path: readonly string[]): boolean {
  if (path.length === 0) return false;
  return fitsPath([...pattern.map(foldCase), "**"], path.map(foldCase), {
    fits: fitsSegment,
    passes: () => true,
  });
}

const isWild = (segment: string): boolean => /[*?]/.test(segment);
