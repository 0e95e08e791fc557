import { basename } from "node:path";
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
import type { ProcessEntry } from "./proc.js";
import { readProcess } from "./proc.js";
import { StopList } from "./stop-list.js";

/** A process that did not exit with its server, and was ended by a signal. */
export interface KilledProcess {
  pid: number;
  name: string;
}

/**
 * Stops a process and its descendants. It gets the end of its stdin, its shells and commands get SIGTERM, then
 * it does; tool servers get SIGTERM if they do not exit with it. What ignores SIGTERM gets SIGKILL.
 * Bounded at five seconds, unless descendants keep forking. Returns what was left behind or killed.
 */
export async function stopProcess(child: ServerProcess): Promise<KilledProcess[]> {
  // A server younger than five seconds ignores the end of its input for that long, but obeys TERM
  // within 30 ms (measured on 0.166), with everything it stored already on disk.
  child.stdin?.end();
  const { pid } = child;
  if (pid === undefined) return [];
  const tree = systemProcessTree();
  const search = tree.search(pid, child.marks ?? {});
  const list = new StopList(pid, child.sendSignal);
  const stopping = { tree, search, list };
  const killed = isRunning(child) ? await terminate(child, pid, stopping) : [];
  const { terminated, left, empty } = await terminateOrphans(stopping);
  const killing = killRemaining({ left, empty }, tree, search, child.sendSignal);
  // Also group members that no search found; but a reused pid is not ours any more.
  if (isRunning(child) || readProcess(pid) === undefined) killGroup(child, "SIGKILL");
  const all = [...killed, ...terminated, ...(await killing)];
  child.isCleared = true;
  return [...new Map(all.map(({ pid: each, name }) => [each, { pid: each, name }])).values()];
}

/** How long a process may take to exit on SIGTERM: a shell runs its traps. */
const TERM_MS = 1500;
const KILL_MS = 500;
/** How long shells may take before their server gets SIGTERM, too. */
const TRAP_MS = 1000;
/** How long tool servers may take to exit by themselves when their server did. */
const LEAVE_MS = 200;

interface Stopping {
  tree: ProcessTree;
  search: OrphanSearch;
  list: StopList;
}

/** Terminates a running server and its descendants; returns what was left behind, or had to be killed. */
async function terminate(
  child: ServerProcess,
  pid: number,
  { tree, search, list }: Stopping,
): Promise<Pick<ProcessEntry, "pid" | "name">[]> {
  const before = await tree.descendants(pid);
  // First: on SIGTERM the server kills the shell that reads the user's profile, in the middle of its traps.
  const shells = list.add(before.filter(({ group }) => group !== pid));
  await waitUntilGone(shells, tree, TRAP_MS);
  killGroup(child, "SIGTERM");
  list.groupTerminated();
  list.add(before);
  // Again, for what was started in between: processes take a moment to exit on SIGTERM.
  list.add(await tree.descendants(pid));
  // Orphans are no longer its descendants. The search takes no longer than the server takes to exit.
  const orphans = list.add((await search()).entries);
  if (await exitsWithin(child, TERM_MS)) return orphans;
  list.add(await tree.descendants(pid));
  killGroup(child, "SIGKILL");
  await exitsWithin(child, KILL_MS);
  return [...orphans, { pid, name: basename(child.program ?? child.spawnfile) }];
}

/**
 * Terminates what a process left behind, and waits for it. `left` is what does not exit, `empty` how many
 * searches found nothing.
 */
async function terminateOrphans({ tree, search, list }: Stopping) {
  const { entries, incomplete } = await search();
  const terminated = list.add(entries);
  const stubborn = await waitUntilGone(list.toolServers, tree, LEAVE_MS);
  terminated.push(...list.terminate(stubborn));
  const deadline = Date.now() + TERM_MS;
  for (;;) {
    const left = await waitUntilGone(list.all, tree, deadline - Date.now());
    if (terminated.length === 0) return { terminated, left, empty: weightOf(incomplete) };
    // What was started just before SIGTERM.
    const found = list.add((await search()).entries);
    terminated.push(...found);
    if (found.length === 0 || Date.now() >= deadline) return { terminated, left, empty: 0 };
  }
}

const weightOf = (incomplete: boolean): number => (incomplete ? INCOMPLETE_WEIGHT : 1);

/**
 * Kills processes and what they started meanwhile, until searches find nothing or time is up.
 * A process that forks during one search is found by the next.
 */
async function killRemaining(
  { left: processes, empty: emptyBefore }: { left: readonly ProcessEntry[]; empty: number },
  tree: ProcessTree,
  search: OrphanSearch,
  sendSignal: SendSignal,
): Promise<ProcessEntry[]> {
  const killed = new Map<number, ProcessEntry>();
  const kill = (each: ProcessEntry): void => {
    killProcess(each, sendSignal);
    killed.set(each.pid, each);
  };
  // At once: they may fork and exit before they are listed again.
  for (const each of processes) kill(each);
  const deadline = Date.now() + KILL_ALL_MS;
  let left = processes;
  let needed = EMPTY_SEARCHES;
  for (
    let empty = processes.length === 0 ? emptyBefore : 0;
    empty < needed && Date.now() < deadline;
  ) {
    // Checked again: it has to be the same process, not only the same pid.
    left = await tree.stillRunning(left);
    const below: ProcessEntry[] = [];
    for (const { pid } of left) below.push(...(await tree.descendants(pid)));
    for (const each of [...left, ...below]) kill(each);
    const { entries, incomplete } = await search(kill);
    left = merged(left, below, entries);
    if (entries.length > 0) needed = EMPTY_SEARCHES_AFTER_FIND;
    empty = left.length === 0 ? empty + weightOf(incomplete) : 0;
    // Killed processes take a moment to exit.
    if (empty === 0) await setImmediate();
  }
  return [...killed.values()];
}

/** Usually two searches suffice, some milliseconds; this bounds a process that keeps forking. */
const KILL_ALL_MS = 4000;

const merged = (...lists: readonly (readonly ProcessEntry[])[]): ProcessEntry[] => [
  ...new Map(lists.flat().map((each) => [`${each.pid} ${each.started}`, each])).values(),
];

/** Waits up to `ms` for processes to exit; returns those that did not. */
async function waitUntilGone(
  processes: readonly ProcessEntry[],
  tree: ProcessTree,
  ms: number,
): Promise<ProcessEntry[]> {
  const deadline = Date.now() + ms;
  for (;;) {
    const left = await tree.stillRunning(processes);
    if (left.length === 0 || Date.now() >= deadline) return left;
    await sleep(POLL_MS);
  }
}

const POLL_MS = 5;

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
