import { mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { CheckResult } from "./check.js";

/** Checks that the clock is plausible. A small error, or a date in the future, is not detected. */
export async function checkClock(tmpdir: string): Promise<CheckResult> {
  const probe = await mkdtemp(join(tmpdir, "turnpipe-doctor-"));
  try {
    const { mtimeMs } = await stat(probe);
    return clockFinding(Date.now(), mtimeMs);
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

/** Compares our clock with the time the disk gave a file created just now. */
export function clockFinding(now: number, onDisk: number): CheckResult {
  const time = new Date(now).toISOString();
  const behind = Math.round((now - onDisk) / 1000);
  const details = { now: time, disk_seconds_behind: behind };
  if (now < FIRST_TURNPIPE) {
    return { status: "warn", summary: `${time} is impossible`, hint: SET, details };
  }
  if (Math.abs(behind) <= TOLERABLE_S) return { summary: `${time} is plausible`, details };
  const summary = `${time}, but files created now are dated ${String(Math.abs(behind))} s ${behind > 0 ? "earlier" : "later"}`;
  return { status: "warn", summary, hint: SET, details };
}

const SET = "set the clock: logins and TLS fail with a wrong one";
const TOLERABLE_S = 60;

/** turnpipe itself is not older. */
const FIRST_TURNPIPE = Date.UTC(2026, 0, 1);
