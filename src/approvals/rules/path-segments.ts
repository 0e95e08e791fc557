import { told } from "./judgement.js";
import { refuseHidden, Unclear } from "./unclear.js";

/** The segments of a path behind those of a root; nothing for a path that is not inside. */
export function insideOf(path: string, root: string): string[] | undefined {
  const start = segmentsOf(root, root);
  const full = segmentsOf(path, root);
  return start.every((segment, at) => full[at] === segment) ? full.slice(start.length) : undefined;
}

/** A full path without dots and double slashes. Two dots are unclear: behind a link they lead elsewhere. */
export function segmentsOf(path: string, root: string): string[] {
  if (!root.startsWith("/")) throw new Unclear(`the root ${told(root)}, which is not a full path`);
  refuseHidden(path);
  if (path === "" || path.length > MAX_LENGTH) throw new Unclear("an empty or endless path");
  if (/[\t\n\\]/.test(path)) throw new Unclear("a tab, line break or backslash in a path");
  const segments = (path.startsWith("/") ? path : `${root}/${path}`)
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) throw new Unclear(`.. in the path ${told(path)}`);
  return segments;
}

const MAX_LENGTH = 4096;
