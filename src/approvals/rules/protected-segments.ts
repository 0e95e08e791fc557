import { lstat } from "node:fs/promises";

import { toPath } from "./real-path.js";

/** Normalises a name as a case-insensitive file system would. */
export const foldCase = (segment: string): string => segment.normalize("NFKC").toLowerCase();

/** Directories protected regardless of their names, and a cache of which paths exist. */
export interface Protection {
  places: readonly (readonly string[])[];
  seen: Map<string, Promise<boolean>>;
}

/**
 * Returns for each segment of a path whether it is protected, so that only a rule that spells it allows
 * it: by its name, because it is in `places`, or because it is a git directory of another name (bare
 * repositories, `--separate-git-dir`, worktrees).
 */
export async function protectedSegments(
  path: readonly string[],
  protection: Protection,
): Promise<boolean[]> {
  const flags: boolean[] = [];
  let parentExists = true;
  for (const at of path.keys()) {
    const prefix = path.slice(0, at + 1);
    parentExists &&= await exists(prefix, protection);
    flags.push(
      parentExists ? await isProtected(prefix, protection) : isProtectedByName(prefix, protection),
    );
  }
  return flags;
}

/** The protected directory that contains a directory, searching up to the top of its work tree. */
export async function enclosingProtectedDirectory(
  directory: readonly string[],
  protection: Protection,
): Promise<string | undefined> {
  for (let depth = directory.length; depth > 0; depth--) {
    const here = directory.slice(0, depth);
    if (await isProtected(here, protection)) return toPath(here);
    if (await exists([...here, ".git"], protection)) return undefined;
  }
  return undefined;
}

const isProtected = async (path: readonly string[], protection: Protection): Promise<boolean> =>
  isProtectedByName(path, protection) || (await isGitDirectory(path, protection));

const isProtectedByName = (path: readonly string[], { places }: Protection): boolean =>
  NAMES.test(foldCase(path.at(-1) ?? "")) || places.some((place) => isSamePath(place, path));

// git protects these spellings of its directory on some file systems, too. A package.json holds
// turnpipe's config (and the scripts that an allowed `npm test` runs).
const NAMES =
  /^(?:(?:\.git|git~\d+|\.codex|\.agents|\.husky|\.githooks|\.envrc|package\.json)[. ]*|\.turnpiperc.*|turnpipe\.config\..*)$/;

const isSamePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length &&
  one.every((segment, at) => foldCase(segment) === foldCase(other[at] ?? ""));

/** The same test that git makes. */
async function isGitDirectory(path: readonly string[], protection: Protection): Promise<boolean> {
  const has = (name: string) => exists([...path, name], protection);
  if (!(await has("HEAD"))) return false;
  return (await has("commondir")) || ((await has("objects")) && (await has("refs")));
}

function exists(segments: readonly string[], { seen }: Protection): Promise<boolean> {
  const path = toPath(segments);
  const known = seen.get(path);
  if (known !== undefined) return known;
  const answer = lstat(path).then(
    () => true,
    () => false,
  );
  seen.set(path, answer);
  return answer;
}
