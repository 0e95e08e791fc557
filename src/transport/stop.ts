import { setImmediate as soon, setTimeout as pause } from "node:timers/promises";

import type { Family, Search } from "./family.js";
import { systemFamily } from "./family.js";
import {
  killGroup,
  killProcess,
  QUIET_AFTER_FINDING,
  QUIET_SEARCHES,
  UNSETTLED,
} from "./launch.js";
import type { ServerProcess } from "./launch.js";
import type { Relative } from "./proc.js";
import { lookAt } from "./proc.js";
import type { Leftover } from "./transport.js";

/**
 * Ask, then insist, then force, with all that the process started; bounded at under three seconds.
 * Tells what had to be killed.
 */
export async function stop(child: ServerProcess): Promise<Leftover[]> {
  // A server younger than five seconds ignores the end of its input for that long, but obeys TERM
  // within 30 ms (measured on 0.166), with everything it stored already on disk.
  child.stdin?.end();
  const { pid } = child;
  if (pid === undefined) return [];
  const family = systemFamily();
  const search = family.search(pid, child.marks ?? {});
  const { known, killed } = isRunning(child)
    ? await end(child, pid, family, search)
    : { known: (await search()).entries, killed: [] };
  const left = await untilGone(known, family, LEAVE_MS);
  const killing = killAll(left, family, search);
  // Also what nobody saw; but a number that is in use again is not ours any more.
  if (isRunning(child) || lookAt(pid) === undefined) killGroup(child, "SIGKILL");
  const orphans = await killing;
  child.isCleared = true;
  return [...killed, ...orphans];
}

const TERM_MS = 1500;
const KILL_MS = 500;
/** Tool servers leave by themselves when their server does. */
const LEAVE_MS = 200;

interface Ended {
  /** All that was seen below it. */
  known: readonly Relative[];
  killed: readonly Leftover[];
}

async function end(
  child: ServerProcess,
  pid: number,
  family: Family,
  search: Search,
): Promise<Ended> {
  const before = await family.descendants(pid);
  killGroup(child, "SIGTERM");
  // What began in between; who obeys is gone only later.
  const after = await family.descendants(pid);
  // Who lost his parent before is not below it any more. To look for him takes as long as it to die.
  const { entries: orphans } = await search();
  const known = merged(before, after, orphans);
  if (await exited(child, TERM_MS)) return { known, killed: [] };
  const last = await family.descendants(pid);
  killGroup(child, "SIGKILL");
  await exited(child, KILL_MS);
  const name = child.spawnfile.slice(child.spawnfile.lastIndexOf("/") + 1);
  return { known: merged(known, last), killed: [{ pid, name }] };
}

/**
 * Kills them and what they started meanwhile, until nothing of them is found any more; for a bounded time.
 * Who forks while he is looked for is found by the next search.
 */
async function killAll(
  relatives: readonly Relative[],
  family: Family,
  search: Search,
): Promise<Leftover[]> {
  const killed = new Map<number, Leftover>();
  const kill = (each: Relative): void => {
    killProcess(each);
    killed.set(each.pid, { pid: each.pid, name: each.name });
  };
  // They were seen a moment ago, and may be gone before anybody looks again.
  for (const each of relatives) kill(each);
  const deadline = Date.now() + KILL_ALL_MS;
  let left = relatives;
  let needed = QUIET_SEARCHES;
  for (let quiet = 0; quiet < needed && Date.now() < deadline;) {
    // Looked at once more: it has to be the same process, not only the same number.
    left = await family.living(left);
    const below: Relative[] = [];
    for (const { pid } of left) below.push(...(await family.descendants(pid)));
    for (const each of [...left, ...below]) kill(each);
    const { entries, unsettled } = await search(kill);
    left = merged(left, below, entries);
    if (entries.length > 0) needed = QUIET_AFTER_FINDING;
    quiet = left.length === 0 ? quiet + (unsettled ? UNSETTLED : 1) : 0;
    // What was killed needs a moment to leave.
    if (quiet === 0) await soon();
  }
  return [...killed.values()];
}

/** Normal ends take two searches, some milliseconds; a process that forks for ever gets no longer than this. */
const KILL_ALL_MS = 4000;

const merged = (...lists: readonly (readonly Relative[])[]): Relative[] => [
  ...new Map(lists.flat().map((each) => [`${each.pid} ${each.started}`, each])).values(),
];

/** Waits for processes to leave, for a bounded time; gives back those that did not. */
async function untilGone(
  relatives: readonly Relative[],
  family: Family,
  ms: number,
): Promise<Relative[]> {
  const deadline = Date.now() + ms;
  for (;;) {
    const left = await family.living(relatives);
    if (left.length === 0 || Date.now() >= deadline) return left;
    await pause(POLL_MS);
  }
}

const POLL_MS = 10;

const isRunning = ({ exitCode, signalCode }: ServerProcess): boolean =>
  exitCode === null && signalCode === null;

/** Whether a process ends in time; never leaves a timer behind. */
async function exited(child: ServerProcess, ms: number): Promise<boolean> {
  if (!isRunning(child)) return true;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.off("exit", done);
      resolve(false);
    }, ms);
    const done = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    child.once("exit", done);
  });
}
