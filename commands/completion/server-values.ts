import { codexHome } from "../../src/files/home-directories.js";
import type { RunContext } from "../../src/context.js";
import { cacheFile, isObject, readCache, writeCacheEntry } from "./cache.js";

/** A model, for completion. */
export interface KnownModel {
  id: string;
  about: string;
  efforts: readonly string[];
}

/** A stored thread, for completion. */
export interface KnownThread {
  id: string;
  name: string | null;
  about: string;
}

export type ThreadArchiveState = "active" | "archived";

/** Values that only a server knows. */
export interface ServerValues {
  models(): Promise<readonly KnownModel[]>;
  /** The latest threads of the directory. */
  threads(state: ThreadArchiveState): Promise<readonly KnownThread[]>;
}

/** Reads values from the cache while fresh, else from `ask`; if that fails, stale ones. */
export function cachedValues(
  ask: ServerValues,
  { env, cwd }: Pick<RunContext, "env" | "cwd">,
  now: () => number = Date.now,
): ServerValues {
  const file = cacheFile(env);
  const home = codexHome({ env, cwd });
  const known = async <T>(
    key: readonly string[],
    { freshMs, isItem, load }: CachedKind<T>,
  ): Promise<readonly T[]> => {
    const name = JSON.stringify(key);
    const { at, items } = readCache(file).get(name) ?? { at: NaN, items: [] };
    const old = items.every(isItem) ? items : [];
    const age = now() - at;
    // A time in the future is not fresh: it would stay fresh for ever.
    if (old === items && age >= 0 && age < freshMs) return old;
    try {
      const loaded = await load();
      await writeCacheEntry(file, name, { at: now(), items: loaded }).catch(() => undefined);
      return loaded;
    } catch {
      return old;
    }
  };
  return {
    models: () => known(["models", home], { ...MODELS, load: ask.models }),
    threads: (state) =>
      known(["threads", home, cwd, state], { ...THREADS, load: () => ask.threads(state) }),
  };
}

interface CachedKind<T> {
  freshMs: number;
  isItem: (item: unknown) => item is T;
  load: () => Promise<readonly T[]>;
}

const isText = (value: unknown): value is string => typeof value === "string";

const MODELS = {
  freshMs: 24 * 60 * 60 * 1000,
  isItem: (item: unknown): item is KnownModel =>
    isObject(item) &&
    isText(item["id"]) &&
    isText(item["about"]) &&
    Array.isArray(item["efforts"]) &&
    item["efforts"].every(isText),
};

const THREADS = {
  freshMs: 30 * 1000,
  isItem: (item: unknown): item is KnownThread =>
    isObject(item) &&
    isText(item["id"]) &&
    isText(item["about"]) &&
    (item["name"] === null || isText(item["name"])),
};
