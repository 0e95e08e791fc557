import { platform } from "node:os";

import type { Found, Marks } from "./orphan-search.js";
import { orphanSearch } from "./orphan-search.js";
import type { Entry, ProcessInfo } from "./proc.js";
import { descendantsOf, readProcess } from "./proc.js";
import { listProcesses } from "./ps.js";

/** Who belongs to a process, as far as the system tells. At once, where it can be. */
export interface ProcessTree {
  /** Everything below a process that lives. */
  descendants(pid: number): ProcessInfo[] | Promise<ProcessInfo[]>;
  /** Searches for what a process that is gone left behind: its session, its group, all with its marks. */
  search(pid: number, marks: Marks): Search;
  /** Those of them that live, and are still the same. */
  living(processes: readonly ProcessInfo[]): ProcessInfo[] | Promise<ProcessInfo[]>;
}

/** A search that can be repeated; `onFound` is called as each is found. */
export type Search = (
  onFound?: (each: ProcessInfo) => void,
) => Found<ProcessInfo> | Promise<Found<ProcessInfo>>;

export function systemProcessTree(system: NodeJS.Platform = platform()): ProcessTree {
  if (system === "linux") return LINUX;
  return system === "win32" ? NOBODY : BY_LIST;
}

const LINUX: ProcessTree = {
  descendants: descendantsOf,
  search: orphanSearch,
  living: (processes) =>
    processes.filter(({ pid, started }) => readProcess(pid)?.started === started),
};

const BY_LIST: ProcessTree = {
  async descendants(pid) {
    return below([pid], await listProcesses());
  },
  // Without the marks: neither variables nor limits of others are told there.
  search: (gone) => async (onFound) => {
    const all = await listProcesses();
    if (all.some(({ pid }) => pid === gone)) return { entries: [], unsettled: false };
    const found = all.filter(({ group }) => group === gone);
    const pids = found.map(({ pid }) => pid);
    const entries = [...found, ...below(pids, all)];
    if (onFound !== undefined) entries.forEach(onFound);
    return { entries, unsettled: false };
  },
  async living(processes) {
    if (processes.length === 0) return [];
    const starts = new Map((await listProcesses()).map(({ pid, started }) => [pid, started]));
    return processes.filter(({ pid, started }) => starts.get(pid) === started);
  },
};

const NOBODY: ProcessTree = {
  descendants: () => [],
  search: () => () => ({ entries: [], unsettled: false }),
  living: () => [],
};

/** Those of all processes that are below some. */
function below(pids: readonly number[], all: readonly Entry[]): Entry[] {
  const seen = new Set(pids);
  const found: Entry[] = [];
  for (const pid of seen) {
    for (const entry of all) {
      if (entry.parent !== pid || seen.has(entry.pid)) continue;
      seen.add(entry.pid);
      found.push(entry);
    }
  }
  return found;
}
