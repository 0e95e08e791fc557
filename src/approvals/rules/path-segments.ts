import { told } from "./decision.js";
import { refuseHidden, AmbiguousCommand } from "./ambiguous.js";

/** The segments of a path behind those of another; nothing for a path that is not inside of it. */
export const behind = (
  path: readonly string[],
  start: readonly string[],
): readonly string[] | undefined =>
  start.every((segment, at) => path[at] === segment) ? path.slice(start.length) : undefined;

/** A full path without dots and double slashes. Two dots are unclear: behind a link they lead elsewhere. */
export function segmentsOf(path: string, root: string): string[] {
  if (!root.startsWith("/"))
    throw new AmbiguousCommand(`the root ${told(root)}, which is not a full path`);
  refuseHidden(path);
  if (path === "" || path.length > MAX_LENGTH)
    throw new AmbiguousCommand("an empty or endless path");
  if (/[\t\n\\]/.test(path)) throw new AmbiguousCommand("a tab, line break or backslash in a path");
  const segments = (path.startsWith("/") ? path : `${root}/${path}`)
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) throw new AmbiguousCommand(`.. in the path ${told(path)}`);
  return segments;
}

const MAX_LENGTH = 4096;
