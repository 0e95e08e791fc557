import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** One thing the gate did: a verdict it gave, a push it let through unseen, or why it could not tell. */
export interface LogEntry {
  /** ISO 8601, UTC. */
  at: string;
  what: "verdict" | "skip" | "error";
  ref: string | null;
  from: string | null;
  to: string | null;
  outcome: "pass" | "fail" | "error" | null;
  cached: boolean;
  reason: string | null;
  findings: number | null;
  duration_ms: number;
}

/** Adds a line to the repository's log of reviews and says whether it could. */
export function appendLog(gitDir: string, entry: LogEntry): boolean {
  const folder = join(gitDir, "turnpipe");
  const file = join(folder, "review-log.jsonl");
  const line = Buffer.from(`${JSON.stringify(entry)}\n`);
  try {
    mkdirSync(folder, { recursive: true });
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && size + line.length > MOST_BYTES) renameSync(file, `${file}.1`);
    return append(file, line);
  } catch {
    return false;
  }
}

/** In one write, so that the lines of two pushes at once do not mix. */
function append(file: string, line: Buffer): boolean {
  const log = openSync(file, "a");
  try {
    return writeSync(log, line) === line.length;
  } finally {
    closeSync(log);
  }
}

const MOST_BYTES = 1024 * 1024;
