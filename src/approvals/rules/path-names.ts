import { relativeSegments, segmentsOf } from "./path-segments.js";
import {
  foldCase,
  enclosingProtectedDirectory,
  protectedSegments,
  type Protection,
} from "./protected.js";
import { toPath, realPath } from "./real-path.js";
import { AmbiguousInput } from "./ambiguous.js";

/** One name of a file. */
export interface PathName {
  /** Its segments from `/`. */
  full: readonly string[];
  /** Its segments behind the root; undefined for a place outside. */
  inside: readonly string[] | undefined;
  /** Which of the full segments no wildcard stands for. */
  isProtected: readonly boolean[];
}

/** All that a path of a request stands for. */
export interface PathNames {
  text: readonly string[];
  /** As the request writes it; without links, if that differs; each link with what follows it. */
  names: readonly PathName[];
  real: PathName;
  kind: "file" | "directory" | "special";
  /** How many names the file has on disk: a change reaches all of them. */
  hardLinks: number;
}

/** The directory that rules and requests are relative to. */
export interface Root {
  written: readonly string[];
  real: readonly string[];
  /** The protected directory it lies in itself: no relative rule opens anything then. */
  protectedBy: string | undefined;
  protection: Protection;
}

/** Resolves the root, and the protected places in both of their spellings. */
export async function resolveRoot(root: string, protectedPlaces: readonly string[]): Promise<Root> {
  const written = segmentsOf(root, root);
  const { segments: real } = await realPath(written);
  const spellings = await Promise.all(protectedPlaces.map(spellingsOf));
  const protection = { places: spellings.flat(), seen: new Map<string, Promise<boolean>>() };
  return {
    written,
    real,
    protection,
    protectedBy: await enclosingProtectedDirectory(real, protection),
  };
}

/** Finds every name of a path by looking at what is on disk now. */
export async function namesOf(path: string, root: Root): Promise<PathNames> {
  const text = segmentsOf(path, toPath(root.written));
  const inside = relativeSegments(text, root.written) ?? relativeSegments(text, root.real);
  const written = inside === undefined ? await withTopResolved(text) : [...root.real, ...inside];
  const { segments, links, stats } = await (inside === undefined
    ? realPath(written)
    : realPath(inside, root.real));
  const hardLinks = stats?.isFile() === true ? stats.nlink : 1;
  const isFile = stats === undefined || stats.isFile();
  const kind = isFile ? "file" : stats.isDirectory() ? "directory" : "special";
  const real = await nameOf(segments, root);
  const [first = real, ...others] = await Promise.all(
    (links.length === 0 ? [] : [written, ...links]).map((name) => nameOf(name, root)),
  );
  const names = first === real ? [real] : [first, real, ...others];
  if (hardLinks > 1) protectLast(real);
  // A file called HEAD is the first step to a git directory of another name.
  if (isFile)
    names.filter(({ full }) => foldCase(full.at(-1) ?? "") === "head").forEach(protectLast);
  return { text, names, real, kind, hardLinks };
}

/**
 * Resolves a link directly below `/`, such as /tmp on macOS. Nobody but the system makes those;
 * any other link may be the repository's, or the agent's, and has to be seen.
 */
export async function withTopResolved(path: readonly string[]): Promise<readonly string[]> {
  const [top, ...rest] = path;
  return top === undefined ? path : [...(await realOrWritten([top])), ...rest];
}

/** A path without links, or as it is written where its links cannot be followed. */
export async function realOrWritten(
  path: readonly string[],
  start: readonly string[] = [],
): Promise<readonly string[]> {
  try {
    return (await realPath(path, start)).segments;
  } catch (error) {
    if (error instanceof AmbiguousInput) return [...start, ...path];
    throw error;
  }
}

/** A directory as it is written, and without links. */
async function spellingsOf(directory: string): Promise<(readonly string[])[]> {
  const written = directory.split("/").filter((segment) => segment !== "");
  return [written, await realOrWritten(written)];
}

const protectLast = ({ full, isProtected }: { full: readonly string[]; isProtected: boolean[] }) =>
  void isProtected.splice(full.length - 1, 1, true);

const nameOf = async (full: readonly string[], { real, protection }: Root) => ({
  full,
  inside: relativeSegments(full, real),
  isProtected: await protectedSegments(full, protection),
});
