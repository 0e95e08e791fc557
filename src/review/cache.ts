import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readRegular } from "../files/bounded-read.js";
import type { ReviewReport } from "./report.js";

/** A verdict that was reached before, and when (ISO 8601, UTC). */
export interface CachedReview {
  report: ReviewReport;
  at: string;
}

/** All that a verdict depends on. */
interface CacheParts {
  digest: string;
  rubric: string;
  model: string;
  effort: string;
  failOn: string;
  version: string;
}

/** The name of a verdict: the same only if everything it depends on is the same. */
export function cacheKey(parts: CacheParts): string {
  const { digest, rubric, model, effort, failOn, version } = parts;
  // As JSON, so that no two lists of parts read the same when joined.
  const text = JSON.stringify([digest, rubric, model, effort, failOn, version]);
  return createHash("sha256").update(text).digest("hex");
}

/** Where a verdict is stored. */
export const cachePath = (gitDir: string, key: string): string =>
  join(folderOf(gitDir), `${key}.json`);

/** The stored verdict; a file that is missing, broken or odd is none. */
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

/** Stores a verdict, whole or not at all, and says whether it did; what is no verdict is not stored. */
export function writeCached(gitDir: string, key: string, report: ReviewReport, now: Date): boolean {
  if (!isCachedReview(report.outcome)) return false;
  const file = cachePath(gitDir, key);
  const draft = `${file}.${randomUUID()}.tmp`;
  const cached: CachedReview = { report, at: now.toISOString() };
  try {
    mkdirSync(folderOf(gitDir), { recursive: true });
    writeFileSync(draft, `${JSON.stringify(cached)}\n`);
    renameSync(draft, file);
    return true;
  } catch {
    removed(draft);
    return false;
  }
}

/** Keeps the newest verdicts and says how many others it removed. */
export function pruneCache(gitDir: string, { keep }: { keep: number }): number {
  // Drafts count too: what a killed process left behind grows old like the rest.
  const files = filesIn(folderOf(gitDir));
  files.sort((a, b) => b.written - a.written || (a.path < b.path ? -1 : 1));
  return files.slice(keep).filter(({ path }) => removed(path)).length;
}

const folderOf = (gitDir: string): string => join(gitDir, "turnpipe", "reviews");

const isCachedReview = (outcome: unknown): boolean => outcome === "pass" || outcome === "fail";

// By hand: to load zod would take longer than all the rest of a cached answer.
function isCached(value: unknown): value is CachedReview {
  if (!isObject(value) || !isObject(value["report"])) return false;
  const { outcome, target, fail_on: failOn, findings } = value["report"];
  return (
    typeof value["at"] === "string" &&
    isCachedReview(outcome) &&
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
    // Another process may have removed it meanwhile: then it is as old as can be.
    const written = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return paths.map((path) => ({ path, written: written(path) }));
  } catch {
    return [];
  }
}

function removed(file: string): boolean {
  try {
    rmSync(file);
    return true;
  } catch {
    return false;
  }
}
