import { platform } from "node:os";

import type { Found, Marks } from "./orphan-search.js";
import { orphanSearch } from "./orphan-search.js";
import type { Entry, Relative } from "./proc.js";
import { descendantsOf, lookAt } from "./proc.js";
import { listProcesses } from "./ps.js";

/** Who belongs to a process, as far as the system tells. At once, where it can be. */
export interface Family {
  /** Everything below a process that lives. */
  descendants(pid: number): Relative[] | Promise<Relative[]>;
  /** Searches for what a process that is gone left behind: its session, its group, all with its marks. */
  search(pid: number, marks: Marks): Search;
  /** Those of them that live, and are still the same. */
  living(relatives: readonly Relative[]): Relative[] | Promise<Relative[]>;
}

/** A search that can be repeated; `onFound` is called as each is found. */
export type Search = (
  onFound?: (each: Relative) => void,
) => Found<Relative> | Promise<Found<Relative>>;

export function systemFamily(system: NodeJS.Platform = platform()): Family {
  if (system === "linux") return LINUX;
  return system === "win32" ? NOBODY : BY_LIST;
}

const LINUX: Family = {
  descendants: descendantsOf,
  search: orphanSearch,
  living: (relatives) => relatives.filter(({ pid, started }) => lookAt(pid)?.started === started),
};

const BY_LIST: Family = {
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
  async living(relatives) {
    if (relatives.length === 0) return [];
    const starts = new Map((await listProcesses()).map(({ pid, started }) => [pid, started]));
    return relatives.filter(({ pid, started }) => starts.get(pid) === started);
  },
};

const NOBODY: Family = {
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
