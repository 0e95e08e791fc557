import { codexHome } from "../../src/files/home-directories.js";
import type { Runtime } from "../../src/context.js";
import { cacheFile, isObject, readCache, remember } from "./cache.js";

/** A model, as far as completion cares. */
export interface KnownModel {
  id: string;
  about: string;
  efforts: readonly string[];
}

/** A stored thread, as far as completion cares. */
export interface KnownThread {
  id: string;
  name: string | null;
  about: string;
}

export type ThreadShelf = "active" | "archived";

/** What only a server knows. */
export interface Known {
  models(): Promise<readonly KnownModel[]>;
  /** The latest threads of the directory. */
  threads(shelf: ThreadShelf): Promise<readonly KnownThread[]>;
}

/** What was heard a while ago is good enough; else `ask` does, and where it fails what is old. */
export function rememberedOr(
  ask: Known,
  { env, cwd }: Pick<Runtime, "env" | "cwd">,
  now: () => number = Date.now,
): Known {
  const file = cacheFile(env);
  const home = codexHome({ env, cwd });
  const known = async <T>(
    key: readonly string[],
    { freshMs, isItem, asked }: Kind<T>,
  ): Promise<readonly T[]> => {
    const name = JSON.stringify(key);
    const { at, items } = readCache(file).get(name) ?? { at: NaN, items: [] };
    const old = items.every(isItem) ? items : [];
    const age = now() - at;
    // From the future is not fresh: it would stay so for ever.
    if (old === items && age >= 0 && age < freshMs) return old;
    try {
      const notification = await asked();
      await remember(file, name, { at: now(), items: notification }).catch(() => undefined);
      return notification;
    } catch {
      return old;
    }
  };
  return {
    models: () => known(["models", home], { ...MODELS, asked: ask.models }),
    threads: (shelf) =>
      known(["threads", home, cwd, shelf], { ...THREADS, asked: () => ask.threads(shelf) }),
  };
}

interface Kind<T> {
  freshMs: number;
  isItem: (item: unknown) => item is T;
  asked: () => Promise<readonly T[]>;
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
