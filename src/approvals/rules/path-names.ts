import { relativeSegments, segmentsOf } from "./path-segments.js";
import {
  foldCase,
  enclosingProtectedDirectory,
  protectedSegments,
  type Protection,
} from "./protected-segments.js";
import { toPath, realPath } from "./real-path.js";
import { AmbiguousInput } from "./ambiguous-input.js";

/** One name of a file. */
export interface PathName {
  /** Its segments from `/`. */
  full: readonly string[];
  /** Its segments relative to the root; undefined outside of it. */
  inside: readonly string[] | undefined;
  /** Which of the full segments a wildcard does not match. */
  isProtected: readonly boolean[];
}

/** Every name of a requested path. */
export interface PathNames {
  text: readonly string[];
  /** As written in the request; resolved, if that differs; each link with what follows it. */
  names: readonly PathName[];
  real: PathName;
  kind: "file" | "directory" | "special";
  /** How many hard links the file has: a change affects all of them. */
  hardLinks: number;
}

/** The directory rules and requests are relative to. */
export interface Root {
  written: readonly string[];
  real: readonly string[];
  /** The protected directory that contains the root, in which case no relative rule allows anything. */
  protectedBy: string | undefined;
  protection: Protection;
}

/** Resolves the root and the protected directories, which are kept as written and resolved. */
export async function resolveRoot(
  root: string,
  protectedDirectories: readonly string[],
): Promise<Root> {
  const written = segmentsOf(root, root);
  const { segments: real } = await realPath(written);
  const spellings = await Promise.all(protectedDirectories.map(spellingsOf));
  const protection = { places: spellings.flat(), seen: new Map<string, Promise<boolean>>() };
  return {
    written,
    real,
    protection,
    protectedBy: await enclosingProtectedDirectory(real, protection),
  };
}

/** Finds every name of a path as it is on disk now. */
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
  // Creating a file called HEAD could turn a directory into a git directory.
  if (isFile)
    names.filter(({ full }) => foldCase(full.at(-1) ?? "") === "head").forEach(protectLast);
  return { text, names, real, kind, hardLinks };
}

/**
 * Resolves a link directly below `/`, such as /tmp on macOS. Only the system makes those; any other
 * link may come from the repository or the agent, and must be checked.
 */
export async function withTopResolved(path: readonly string[]): Promise<readonly string[]> {
  const [top, ...rest] = path;
  return top === undefined ? path : [...(await realOrWritten([top])), ...rest];
}

/** Resolves a path; returns it as written if its links cannot be followed. */
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

/** A directory as written, and resolved. */
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
