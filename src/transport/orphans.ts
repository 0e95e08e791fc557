import type { Entry } from "./proc.js";
import {
  ancestorsOf,
  childrenOf,
  descendantsOf,
  everyProcess,
  hasLimit,
  hasVariable,
  isStarting,
  isVanished,
  lookAt,
} from "./proc.js";

/** By what the processes that a process of ours started are known, wherever they are. */
export interface Marks {
  /** A `NAME=value` in their environment; who clears it is known by the limit. */
  variable?: string | undefined;
  /** A limit on file locks, which Linux keeps and does not enforce. */
  limit?: string | undefined;
}

/** What a search found. */
export interface Found<E> {
  entries: E[];
  /** Whether a process went away during the search: it may have started another that was not seen. */
  unsettled: boolean;
}

/**
 * Searches for what a process of ours left behind, again and again: who loses his parent gets one further
 * up, and is known by the session or group, or by a mark. `onFound` is called as each is found: one that
 * forks and leaves is gone a moment later. The first search takes about 3 ms; the next ones look at
 * nobody twice, and take 1 to 3 ms.
 */
export function orphanSearch(
  gone: number,
  marks: Marks,
  // The kernel's lists of children may leave some out while others come and go.
  thorough = false,
): (onFound?: (entry: Entry) => void) => Found<Entry> {
  const self = lookAt("self");
  const others = new Set<number>();
  let everywhere = thorough;
  const isOlder = (entry: Entry): boolean => Number(entry.started) < Number(self?.started);
  const isOurs = (entry: Entry, isReused: boolean): boolean =>
    !isOlder(entry) &&
    // A number that is in use again names the session and group of a later process.
    ((!isReused && (entry.session === gone || entry.group === gone)) ||
      (entry.pid !== gone && isMarked(entry, marks)));

  return (onFound = () => undefined) => {
    const found: Found<Entry> = { entries: [], unsettled: false };
    if (self === undefined) return found;
    const isReused = lookAt(gone) !== undefined;
    const take = (entry: Entry): void => {
      found.entries.push(entry);
      onFound(entry);
    };
    for (const pid of everywhere ? everyProcess() : ancestorsOf(self).flatMap(childrenOf)) {
      if (others.has(pid)) continue;
      const entry = lookAt(pid);
      if (entry === undefined) {
        // It left after the list was made: what it started last is not on that.
        found.unsettled = true;
        if (!isVanished(pid)) others.add(pid);
      } else if (!isOurs(entry, isReused)) {
        if (isOlder(entry) || isForeign(entry)) others.add(pid);
        else found.unsettled = true;
      } else {
        const below = descendantsOf(pid);
        everywhere = true;
        take(entry);
        for (const each of below) take(each);
      }
    }
    return found;
  };
}

/** Whether a process without our marks is somebody else's: it has its environment, and lived while we read. */
const isForeign = (entry: Entry): boolean =>
  !isStarting(entry) && lookAt(entry.pid)?.started === entry.started;

const isMarked = (entry: Entry, { variable, limit }: Marks): boolean =>
  (limit !== undefined && hasLimit(entry, limit)) ||
  (variable !== undefined && hasVariable(entry, variable));
