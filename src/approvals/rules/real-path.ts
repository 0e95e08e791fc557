import type { Stats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";

import { inQuotes } from "./decision.js";
import { refuseHiddenCharacters, AmbiguousInput } from "./ambiguous-input.js";

/** A path with all links resolved. Paths are lists of segments, from `/`. */
export interface RealPath {
  segments: readonly string[];
  /** Each link on the way, with the segments after it. */
  links: readonly (readonly string[])[];
  /** Undefined if it does not exist yet. */
  stats: Stats | undefined;
}

/**
 * Resolves the links of a path, one component at a time, as the kernel does. Components that do not
 * exist yet are kept as written, after the nearest existing parent; a dangling link resolves to its
 * target, because that is where a new file would be created. `start` must be resolved already.
 */
export async function realPath(
  path: readonly string[],
  start: readonly string[] = [],
): Promise<RealPath> {
  const found = [...start];
  const links: (readonly string[])[] = [];
  let pending = [...path];
  // Of the last component; undefined after `..` or a link.
  let stats: Stats | undefined;
  for (let steps = 0; ; steps++) {
    const [next, ...rest] = pending;
    if (next === undefined)
      return { segments: found, links, stats: stats ?? (await statsOf(found)) };
    if (steps === MAX_STEPS) throw new AmbiguousInput("a path with too many segments");
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
      if (rest.includes("..")) throw new AmbiguousInput(`a link to .. after ${named(found)}`);
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

/** The limit of Linux. */
const MAX_LINKS = 40;
const MAX_STEPS = 5_000;

const named = (segments: readonly string[]): string => inQuotes(toPath(segments));

/** Links in /proc differ between processes: turnpipe does not see there what codex sees. */
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

/** Reads a link. A target that is not UTF-8 is refused, because decoding would change the name. */
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
