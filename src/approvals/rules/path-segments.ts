import { inQuotes } from "./decision.js";
import { refuseHiddenCharacters, AmbiguousInput } from "./ambiguous-input.js";

/** The segments of a path relative to another; undefined if it is not inside of it. */
export const relativeSegments = (
  path: readonly string[],
  start: readonly string[],
): readonly string[] | undefined =>
  start.every((segment, at) => path[at] === segment) ? path.slice(start.length) : undefined;

/** Splits a path, made absolute. Refuses `..`, which leads elsewhere after a link. */
export function segmentsOf(path: string, root: string): string[] {
  if (!root.startsWith("/"))
    throw new AmbiguousInput(`the root ${inQuotes(root)}, which is not a full path`);
  refuseHiddenCharacters(path);
  if (path === "" || path.length > MAX_LENGTH)
    throw new AmbiguousInput("an empty path, or one that is too long");
  if (/[\t\n\\]/.test(path)) throw new AmbiguousInput("a tab, line break or backslash in a path");
  const segments = (path.startsWith("/") ? path : `${root}/${path}`)
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) throw new AmbiguousInput(`.. in the path ${inQuotes(path)}`);
  return segments;
}

const MAX_LENGTH = 4096;
