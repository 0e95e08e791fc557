import type { ProcessEntry } from "./proc.js";
import {
  ancestorsOf,
  childrenOf,
  descendantsOf,
  allPids,
  hasLimit,
  hasVariable,
  hasEmptyEnvironment,
  hasNoStat,
  readProcess,
} from "./proc.js";

/** What identifies the descendants of a process, even after their parent has exited. */
export interface ProcessMarks {
  /** A `NAME=value` in their environment; a process that clears it still has the limit. */
  variable?: string | undefined;
  /** A limit on file locks, which children inherit and Linux does not enforce. */
  limit?: string | undefined;
}

export interface SearchResult {
  entries: ProcessEntry[];
  /** Whether a process exited during the search: it may have started another that was missed. */
  incomplete: boolean;
}

/**
 * Creates a repeatable search for processes that a child of ours left behind. An orphan is adopted by one
 * of our ancestors, and is recognised by its session or group, or by a mark. `onFound` is called at once for
 * each: a process that forks and exits is gone a moment later. The first search takes about 3 ms; later
 * ones skip processes already ruled out, and take 1 to 3 ms.
 */
export function orphanSearch(
  rootPid: number,
  marks: ProcessMarks,
  // The kernel's lists of children may omit some while others start and exit.
  thorough = false,
): (onFound?: (entry: ProcessEntry) => void) => SearchResult {
  const self = readProcess("self");
  const ruledOut = new Set<number>();
  let searchAll = thorough;
  const isOlder = (entry: ProcessEntry): boolean => Number(entry.started) < Number(self?.started);
  const isOurs = (entry: ProcessEntry, isReused: boolean): boolean =>
    !isOlder(entry) &&
    // A reused pid names the session and group of a later process.
    ((!isReused && (entry.session === rootPid || entry.group === rootPid)) ||
      (entry.pid !== rootPid && isMarked(entry, marks)));

  return (onFound = () => undefined) => {
    const found: SearchResult = { entries: [], incomplete: false };
    if (self === undefined) return found;
    const isReused = readProcess(rootPid) !== undefined;
    const report = (entry: ProcessEntry): void => {
      found.entries.push(entry);
      onFound(entry);
    };
    for (const pid of searchAll ? allPids() : ancestorsOf(self).flatMap(childrenOf)) {
      if (ruledOut.has(pid)) continue;
      const entry = readProcess(pid);
      if (entry === undefined) {
        // It exited after the list was made, which lacks what it started last.
        found.incomplete = true;
        if (!hasNoStat(pid)) ruledOut.add(pid);
      } else if (!isOurs(entry, isReused)) {
        if (isOlder(entry) || isForeign(entry)) ruledOut.add(pid);
        else found.incomplete = true;
      } else {
        const below = descendantsOf(pid);
        searchAll = true;
        report(entry);
        for (const each of below) report(each);
      }
    }
    return found;
  };
}

/** Whether a process without our marks is not ours for sure: it has an environment, and was alive when read. */
const isForeign = (entry: ProcessEntry): boolean =>
  !hasEmptyEnvironment(entry) && readProcess(entry.pid)?.started === entry.started;

const isMarked = (entry: ProcessEntry, { variable, limit }: ProcessMarks): boolean =>
  (limit !== undefined && hasLimit(entry, limit)) ||
  (variable !== undefined && hasVariable(entry, variable));
