import { platform } from "node:os";

import type { Entry, Relative } from "./proc.js";
import { descendantsOf, lookAt, orphansOf } from "./proc.js";
import { listProcesses } from "./ps.js";

/** Who belongs to a process, as far as the system tells. At once, where it can be. */
export interface Family {
  /** Everything below a process that lives. */
  descendants(pid: number): Relative[] | Promise<Relative[]>;
  /** What a process that is gone left behind: its session, its group, all with its mark. */
  orphans(pid: number, mark: string | undefined): Relative[] | Promise<Relative[]>;
  /** Those of them that live, and are still the same. */
  living(relatives: readonly Relative[]): Relative[] | Promise<Relative[]>;
}

export function systemFamily(system: NodeJS.Platform = platform()): Family {
  if (system === "linux") return LINUX;
  return system === "win32" ? NOBODY : BY_LIST;
}

const LINUX: Family = {
  descendants: descendantsOf,
  orphans: orphansOf,
  living: (relatives) => relatives.filter(({ pid, started }) => lookAt(pid)?.started === started),
};

const BY_LIST: Family = {
  async descendants(pid) {
    return below([pid], await listProcesses());
  },
  // Without the mark: the variables of others are not told there.
  async orphans(gone) {
    const all = await listProcesses();
    if (all.some(({ pid }) => pid === gone)) return [];
    const found = all.filter(({ group }) => group === gone);
    const pids = found.map(({ pid }) => pid);
    return [...found, ...below(pids, all)];
  },
  async living(relatives) {
    if (relatives.length === 0) return [];
    const starts = new Map((await listProcesses()).map(({ pid, started }) => [pid, started]));
    return relatives.filter(({ pid, started }) => starts.get(pid) === started);
  },
};

const NOBODY: Family = { descendants: () => [], orphans: () => [], living: () => [] };

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
