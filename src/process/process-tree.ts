import { platform } from "node:os";

import type { SearchResult, ProcessMarks } from "./orphan-search.js";
import { orphanSearch } from "./orphan-search.js";
import type { ProcessEntry } from "./proc.js";
import { descendantsOf, readProcess } from "./proc.js";
import { listProcesses } from "./ps.js";

/** Finds the descendants of a process, as far as the platform allows; synchronously where possible. */
export interface ProcessTree {
  /** Lists the descendants of a running process, parents before their children. */
  descendants(pid: number): ProcessEntry[] | Promise<ProcessEntry[]>;
  /** Searches for what an exited process left behind, by its session, its group and its marks. */
  search(pid: number, marks: ProcessMarks): OrphanSearch;
  /** Filters out processes that have exited, also if their pid was reused. */
  stillRunning(processes: readonly ProcessEntry[]): ProcessEntry[] | Promise<ProcessEntry[]>;
}

/** A repeatable search; `onFound` is called for each process at once. */
export type OrphanSearch = (
  onFound?: (each: ProcessEntry) => void,
) => SearchResult | Promise<SearchResult>;

export function systemProcessTree(system: NodeJS.Platform = platform()): ProcessTree {
  if (system === "linux") return LINUX;
  return system === "win32" ? UNSUPPORTED : FROM_PS;
}

const LINUX: ProcessTree = {
  descendants: descendantsOf,
  search: orphanSearch,
  stillRunning: (processes) =>
    processes.filter(({ pid, started }) => readProcess(pid)?.started === started),
};

const FROM_PS: ProcessTree = {
  async descendants(pid) {
    return descendantsIn([pid], await listProcesses());
  },
  // Without the marks: ps shows neither the environment nor the limits of other processes.
  search: (rootPid) => async (onFound) => {
    const all = await listProcesses();
    if (all.some(({ pid }) => pid === rootPid)) return { entries: [], incomplete: false };
    const found = all.filter(({ group }) => group === rootPid);
    const pids = found.map(({ pid }) => pid);
    const entries = [...found, ...descendantsIn(pids, all)];
    if (onFound !== undefined) entries.forEach(onFound);
    return { entries, incomplete: false };
  },
  async stillRunning(processes) {
    if (processes.length === 0) return [];
    const starts = new Map((await listProcesses()).map(({ pid, started }) => [pid, started]));
    return processes.filter(({ pid, started }) => starts.get(pid) === started);
  },
};

const UNSUPPORTED: ProcessTree = {
  descendants: () => [],
  search: () => () => ({ entries: [], incomplete: false }),
  stillRunning: () => [],
};

/** Picks the descendants of some processes from a list of all. */
function descendantsIn(pids: readonly number[], all: readonly ProcessEntry[]): ProcessEntry[] {
  const seen = new Set(pids);
  const found: ProcessEntry[] = [];
  for (const pid of seen) {
    for (const entry of all) {
      if (entry.parent !== pid || seen.has(entry.pid)) continue;
      seen.add(entry.pid);
      found.push(entry);
    }
  }
  return found;
}
