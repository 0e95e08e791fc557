import { setImmediate, setTimeout as sleep } from "node:timers/promises";

import type { ProcessTree, OrphanSearch } from "./process-tree.js";
import { systemProcessTree } from "./process-tree.js";
import {
  killGroup,
  killProcess,
  EMPTY_SEARCHES_AFTER_FIND,
  EMPTY_SEARCHES,
  INCOMPLETE_WEIGHT,
} from "./launcher.js";
import type { SendSignal, ServerProcess } from "./launcher.js";
import type { ProcessInfo } from "./proc.js";
import { readProcess } from "./proc.js";

/** A process that did not exit by itself and was killed. */
export interface KilledProcess {
  pid: number;
  name: string;
}

/**
 * Stops a process and its descendants: closes its stdin, then SIGTERM, then SIGKILL. Bounded at under three
 * seconds, unless descendants keep forking. Returns what had to be killed.
 */
export async function stopProcess(child: ServerProcess): Promise<KilledProcess[]> {
  // A server younger than five seconds ignores the end of its input for that long, but obeys TERM
  // within 30 ms (measured on 0.166), with everything it stored already on disk.
  child.stdin?.end();
  const { pid } = child;
  if (pid === undefined) return [];
  const tree = systemProcessTree();
  const search = tree.search(pid, child.marks ?? {});
  const { known, killed } = isRunning(child)
    ? await terminate(child, pid, tree, search)
    : { known: (await search()).entries, killed: [] };
  const left = await waitUntilGone(known, tree, LEAVE_MS);
  const killing = killRemaining(left, tree, search, child.sendSignal);
  // Also group members that no search found; but a reused pid is not ours any more.
  if (isRunning(child) || readProcess(pid) === undefined) killGroup(child, "SIGKILL");
  const orphans = await killing;
  child.isCleared = true;
  return [...killed, ...orphans];
}

const TERM_MS = 1500;
const KILL_MS = 500;
/** Tool servers exit by themselves when their server does. */
const LEAVE_MS = 200;

interface Termination {
  /** All descendants seen. */
  known: readonly ProcessInfo[];
  killed: readonly KilledProcess[];
}

async function terminate(
  child: ServerProcess,
  pid: number,
  tree: ProcessTree,
  search: OrphanSearch,
): Promise<Termination> {
  const before = await tree.descendants(pid);
  killGroup(child, "SIGTERM");
  // Again, for what was started in between: processes take a moment to exit on SIGTERM.
  const after = await tree.descendants(pid);
  // Orphans are no longer its descendants. The search takes no longer than the server takes to exit.
  const { entries: orphans } = await search();
  const known = merged(before, after, orphans);
  if (await exitsWithin(child, TERM_MS)) return { known, killed: [] };
  const last = await tree.descendants(pid);
  killGroup(child, "SIGKILL");
  await exitsWithin(child, KILL_MS);
  const name = child.spawnfile.slice(child.spawnfile.lastIndexOf("/") + 1);
  return { known: merged(known, last), killed: [{ pid, name }] };
}

/**
 * Kills processes and what they started meanwhile, until searches find nothing or time is up.
 * A process that forks during one search is found by the next.
 */
async function killRemaining(
  processes: readonly ProcessInfo[],
  tree: ProcessTree,
  search: OrphanSearch,
  sendSignal: SendSignal,
): Promise<KilledProcess[]> {
  const killed = new Map<number, KilledProcess>();
  const kill = (each: ProcessInfo): void => {
    killProcess(each, sendSignal);
    killed.set(each.pid, { pid: each.pid, name: each.name });
  };
  // At once: they may fork and exit before they are listed again.
  for (const each of processes) kill(each);
  const deadline = Date.now() + KILL_ALL_MS;
  let left = processes;
  let needed = EMPTY_SEARCHES;
  for (let empty = 0; empty < needed && Date.now() < deadline;) {
    // Checked again: it has to be the same process, not only the same pid.
    left = await tree.stillRunning(left);
    const below: ProcessInfo[] = [];
    for (const { pid } of left) below.push(...(await tree.descendants(pid)));
    for (const each of [...left, ...below]) kill(each);
    const { entries, incomplete } = await search(kill);
    left = merged(left, below, entries);
    if (entries.length > 0) needed = EMPTY_SEARCHES_AFTER_FIND;
    empty = left.length === 0 ? empty + (incomplete ? INCOMPLETE_WEIGHT : 1) : 0;
    // Killed processes take a moment to exit.
    if (empty === 0) await setImmediate();
  }
  return [...killed.values()];
}

/** Usually two searches suffice, some milliseconds; this bounds a process that keeps forking. */
const KILL_ALL_MS = 4000;

const merged = (...lists: readonly (readonly ProcessInfo[])[]): ProcessInfo[] => [
  ...new Map(lists.flat().map((each) => [`${each.pid} ${each.started}`, each])).values(),
];

/** Waits up to `ms` for processes to exit; returns those that did not. */
async function waitUntilGone(
  processes: readonly ProcessInfo[],
  tree: ProcessTree,
  ms: number,
): Promise<ProcessInfo[]> {
  const deadline = Date.now() + ms;
  for (;;) {
    const left = await tree.stillRunning(processes);
    if (left.length === 0 || Date.now() >= deadline) return left;
    await sleep(POLL_MS);
  }
}

const POLL_MS = 10;

const isRunning = ({ exitCode, signalCode }: ServerProcess): boolean =>
  exitCode === null && signalCode === null;

/** Whether a process exits within `ms`; leaves no timer behind. */
async function exitsWithin(child: ServerProcess, ms: number): Promise<boolean> {
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
