import { killGroup } from "./launch.js";
import type { ServerProcess } from "./launch.js";

/** Ask, then insist, then force; bounded at about three seconds. */
export async function stop(child: ServerProcess, gone: Promise<unknown>): Promise<void> {
  // A server younger than five seconds ignores the end of its input for that long, but obeys TERM
  // within 30 ms (measured on 0.166), with everything it stored already on disk.
  child.stdin?.end();
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (child.exitCode === null && child.signalCode === null) killGroup(child, signal);
    if (await settledWithin(gone, GRACE_MS)) break;
  }
  // The server is gone; what it left in its group goes too.
  killGroup(child, "SIGKILL");
}

const GRACE_MS = 1500;

/** Whether a promise settles in time; never rejects, never leaves a timer behind. */
async function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, ms);
  });
  const done = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => {
    clearTimeout(timer);
  });
}
