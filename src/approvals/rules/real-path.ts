import type { Stats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";

import { inQuotes } from "./decision.js";
import { refuseHiddenCharacters, AmbiguousInput } from "./ambiguous.js";

/** What a path is when all of its links are followed. Paths are lists of segments, from `/`. */
export interface RealPath {
  segments: readonly string[];
  /** Each link on the way, with the segments that were still to come behind it. */
  links: readonly (readonly string[])[];
  /** What is there; undefined for what does not exist yet. */
  stats: Stats | undefined;
}

/**
 * Follows the links of a path, one component at a time, as the kernel does. What does not exist yet
 * stays as it is written, behind its nearest existing parent; a link to nowhere counts as the place
 * it points to, because that is where a new file would be made. `start` is known to be real.
 */
export async function realPath(
  path: readonly string[],
  start: readonly string[] = [],
): Promise<RealPath> {
  const found = [...start];
  const links: (readonly string[])[] = [];
  let pending = [...path];
  // Of what was reached; undefined for a directory that was come back to.
  let stats: Stats | undefined;
  for (let steps = 0; ; steps++) {
    const [next, ...rest] = pending;
    if (next === undefined)
      return { segments: found, links, stats: stats ?? (await statsOf(found)) };
    if (steps === MAX_STEPS) throw new AmbiguousInput("a path of too many parts");
    if (stats?.isDirectory() === false)
      throw new AmbiguousInput(`${named(found)} is not a directory`);
    pending = rest;
    if (next === "..") {
      found.pop();
      stats = undefined;
      continue;
    }
    found.push(next);
    refuseProc(found);
    stats = await statsOf(found);
    if (stats === undefined) {
      if (rest.includes("..")) throw new AmbiguousInput(`a link to .. behind ${named(found)}`);
      return { segments: [...found, ...rest], links, stats };
    }
    if (!stats.isSymbolicLink()) continue;
    if (links.length === MAX_LINKS)
      throw new AmbiguousInput(`more than ${MAX_LINKS} links in a path`);
    links.push(rest.includes("..") ? [...found] : [...found, ...rest]);
    const target = await targetOf(found);
    found.pop();
    if (target.startsWith("/")) found.length = 0;
    pending = [...target.split("/").filter((part) => part !== "" && part !== "."), ...rest];
    stats = undefined;
  }
}

/** A list of segments as a path. */
export const toPath = (segments: readonly string[]): string => `/${segments.join("/")}`;

/** Linux follows no more than this. */
const MAX_LINKS = 40;
const MAX_STEPS = 5_000;

const named = (segments: readonly string[]): string => inQuotes(toPath(segments));

/** The links in /proc lead every process somewhere else: what we see there is not what codex sees. */
function refuseProc([top]: readonly string[]): void {
  if (top === "proc")
    throw new AmbiguousInput("a path through /proc, which differs between processes");
}

async function statsOf(segments: readonly string[]): Promise<Stats | undefined> {
  try {
    return await lstat(toPath(segments));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new AmbiguousInput(`${named(segments)} cannot be examined (${codeOf(error)})`);
  }
}

/** A target of other bytes than UTF-8 would be looked up under a name that it does not have. */
async function targetOf(segments: readonly string[]): Promise<string> {
  try {
    const target = UTF_8.decode(await readlink(toPath(segments), "buffer"));
    refuseHiddenCharacters(target);
    return target;
  } catch (error) {
    if (error instanceof AmbiguousInput) throw error;
    throw new AmbiguousInput(`the link ${named(segments)} cannot be read (${codeOf(error)})`);
  }
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown";
