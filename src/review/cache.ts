import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readRegular } from "../files/bounded-read.js";
import type { ReviewReport } from "./report.js";

/** A stored review. */
export interface CachedReview {
  report: ReviewReport;
  /** When it was made (ISO 8601, UTC). */
  at: string;
}

/** Everything that the outcome of a review depends on. */
interface CacheKeyInput {
  digest: string;
  rubric: string;
  model: string;
  effort: string;
  failOn: string;
  version: string;
}

/** The key of a review: equal only if everything it depends on is equal. */
export function cacheKey(input: CacheKeyInput): string {
  const { digest, rubric, model, effort, failOn, version } = input;
  // As JSON, so that no two different inputs join to the same text.
  const text = JSON.stringify([digest, rubric, model, effort, failOn, version]);
  return createHash("sha256").update(text).digest("hex");
}

/** The file a review is stored in. */
export const cachePath = (gitDir: string, key: string): string =>
  join(cacheFolder(gitDir), `${key}.json`);

/** Reads a stored review; undefined if the file is missing, broken or invalid. */
export function readCached(gitDir: string, key: string): CachedReview | undefined {
  try {
    const value: unknown = JSON.parse(
      readRegular(cachePath(gitDir, key), MAX_BYTES).toString("utf8"),
    );
    return isCached(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Stores a review atomically and returns whether it did; a review that ended in an error is not stored. */
export function writeCached(gitDir: string, key: string, report: ReviewReport, now: Date): boolean {
  if (!isCacheable(report.outcome)) return false;
  const file = cachePath(gitDir, key);
  const draft = `${file}.${randomUUID()}.tmp`;
  const cached: CachedReview = { report, at: now.toISOString() };
  try {
    mkdirSync(cacheFolder(gitDir), { recursive: true });
    writeFileSync(draft, `${JSON.stringify(cached)}\n`);
    renameSync(draft, file);
    return true;
  } catch {
    tryRemove(draft);
    return false;
  }
}

/** Removes all but the newest `keep` files and returns how many were removed. */
export function pruneCache(gitDir: string, { keep }: { keep: number }): number {
  // Drafts count too, so that those of a killed process are removed as well.
  const files = filesIn(cacheFolder(gitDir));
  files.sort((a, b) => b.written - a.written || (a.path < b.path ? -1 : 1));
  return files.slice(keep).filter(({ path }) => tryRemove(path)).length;
}

const cacheFolder = (gitDir: string): string => join(gitDir, "turnpipe", "reviews");

const isCacheable = (outcome: unknown): boolean => outcome === "pass" || outcome === "fail";

// Without zod: loading it would take longer than everything else a cached answer needs.
function isCached(value: unknown): value is CachedReview {
  if (!isObject(value) || !isObject(value["report"])) return false;
  const { outcome, target, fail_on: failOn, findings } = value["report"];
  return (
    typeof value["at"] === "string" &&
    isCacheable(outcome) &&
    typeof target === "string" &&
    typeof failOn === "string" &&
    Array.isArray(findings) &&
    findings.every(isFinding)
  );
}

const isFinding = (value: unknown): boolean =>
  isObject(value) &&
  [value["id"], value["title"], value["body"], value["file"]].every(isText) &&
  [value["priority"], value["start_line"], value["end_line"]].every(Number.isInteger) &&
  typeof value["blocking"] === "boolean";

const isText = (value: unknown): boolean => typeof value === "string";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function filesIn(folder: string): { path: string; written: number }[] {
  try {
    const paths = readdirSync(folder).map((name) => join(folder, name));
    // Another process may have removed it meanwhile: count it as the oldest.
    const written = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return paths.map((path) => ({ path, written: written(path) }));
  } catch {
    return [];
  }
}

function tryRemove(file: string): boolean {
  try {
    rmSync(file);
    return true;
  } catch {
    return false;
  }
}
