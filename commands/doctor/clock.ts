import { mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Finding } from "./check.js";

/** Whether the clock can be right. Of a small error, or one into the future, nothing here knows. */
export async function checkClock(tmpdir: string): Promise<Finding> {
  const probe = await mkdtemp(join(tmpdir, "turnpipe-doctor-"));
  try {
    const { mtimeMs } = await stat(probe);
    return clockFinding(Date.now(), mtimeMs);
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

/** Our clock, and the time that a disk gives to something just made. */
export function clockFinding(now: number, onDisk: number): Finding {
  const time = new Date(now).toISOString();
  const apart = Math.round((now - onDisk) / 1000);
  const details = { now: time, disk_seconds_behind: apart };
  if (now < FIRST_CODEX) {
    return { status: "warn", summary: `it cannot be ${time}`, hint: SET, details };
  }
  if (Math.abs(apart) <= TOLERABLE_S) return { summary: `${time} can be right`, details };
  const summary = `${time}, but files made now are dated ${String(Math.abs(apart))} s ${apart > 0 ? "earlier" : "later"}`;
  return { status: "warn", summary, hint: SET, details };
}

const SET = "set the clock: logins and TLS fail with a wrong one";
const TOLERABLE_S = 60;

/** No codex that we can talk to is older. */
const FIRST_CODEX = Date.UTC(2026, 0, 1);
