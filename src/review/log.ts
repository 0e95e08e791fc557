import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A log entry of the pre-push hook: the outcome of a review, a skipped review, or an error. */
export interface LogEntry {
  /** ISO 8601, UTC. */
  at: string;
  what: "verdict" | "skip" | "error";
  ref: string | null;
  from: string | null;
  to: string | null;
  outcome: "pass" | "fail" | "error" | "empty" | null;
  cached: boolean;
  reason: string | null;
  findings: number | null;
  duration_ms: number;
}

/** Appends a line to the repository's review log and returns whether it could. */
export function appendLog(gitDir: string, entry: LogEntry): boolean {
  const folder = join(gitDir, "turnpipe");
  const file = join(folder, LOG_FILE);
  const line = Buffer.from(`${JSON.stringify(entry)}\n`);
  try {
    mkdirSync(folder, { recursive: true });
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && size + line.length > MAX_BYTES) renameSync(file, `${file}.1`);
    return append(file, line);
  } catch {
    return false;
  }
}

/** Appends with a single write, so that the lines of concurrent pushes do not mix. */
function append(file: string, line: Buffer): boolean {
  const log = openSync(file, "a");
  try {
    return writeSync(log, line) === line.length;
  } finally {
    closeSync(log);
  }
}

export const LOG_FILE = "review-log.jsonl";

const MAX_BYTES = 1024 * 1024;
