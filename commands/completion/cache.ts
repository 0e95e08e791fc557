import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

import { readRegular } from "../../src/files/bounded-read.js";
import { replace } from "../../src/output/files.js";
import type { RunContext } from "../../src/context.js";

/** Cached items and when they were loaded; the reader validates the items. */
export interface CacheEntry {
  at: number;
  items: readonly unknown[];
}

/** The file where completion caches models and threads. */
export function cacheFile(env: RunContext["env"]): string {
  const named = env["XDG_CACHE_HOME"] ?? "";
  // The XDG specification says to ignore a relative path.
  const caches = isAbsolute(named) ? named : join(env["HOME"] || homedir(), ".cache");
  return join(caches, "turnpipe", "completion.json");
}

/** Reads the cache; a file that is invalid, too big or a symbolic link counts as empty. */
export function readCache(file: string): Map<string, CacheEntry> {
  try {
    if (lstatSync(file).isSymbolicLink()) return new Map();
    const value: unknown = JSON.parse(readRegular(file, MOST_BYTES).toString("utf8"));
    return new Map(Object.entries(value ?? {}).filter(isEntry));
  } catch {
    return new Map();
  }
}

/** Writes one entry, and drops the oldest beyond the limit. */
export async function writeCacheEntry(file: string, key: string, entry: CacheEntry): Promise<void> {
  const all = [...readCache(file).set(key, entry)].sort(([, a], [, b]) => b.at - a.at);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const existing = lstatSync(file, { throwIfNoEntry: false });
  if (existing !== undefined && !existing.isFile()) return;
  // Private; a replacement keeps the mode.
  if (existing === undefined) writeFileSync(file, "", { flag: "wx", mode: 0o600 });
  await replace(file, `${JSON.stringify(Object.fromEntries(all.slice(0, MOST_ENTRIES)))}\n`);
}

const MOST_BYTES = 1024 * 1024;
const MOST_ENTRIES = 30;

function isEntry(entry: [string, unknown]): entry is [string, CacheEntry] {
  const [, value] = entry;
  return isObject(value) && Number.isFinite(value["at"]) && Array.isArray(value["items"]);
}

/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
