import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";

import type { MountPoints } from "./mount-points.js";
import type { Marks } from "./orphans.js";
import { orphanSearch } from "./orphans.js";
import type { Relative } from "./proc.js";
import { descendantsOf, lookAt } from "./proc.js";

/** Which program, with what, where: everything that makes two server processes the same. */
export interface LaunchSpec {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The first line for its input, if any, written at once: it is answered while we still load. */
  greeting: string;
  /** Whether it is to see no variable more than it is given: then less of what it starts can be found. */
  unmarked?: boolean | undefined;
}

/** The only spawner of servers, and the last resort against leaving one behind. */
export interface Launcher {
  /** Starts a server early, on a guess; `launch` with the same spec takes it over. */
  begin(spec: LaunchSpec): void;
  launch(spec: LaunchSpec): ServerProcess;
  /** Ends at once whatever still lives. Safe to call at any time, also while the program exits. */
  killAll(): void;
}

export type ServerProcess = ChildProcess & {
  /** Whether it was stopped, and all that it started as well. */
  isCleared?: boolean;
  /** By what all that it starts can be found. */
  marks?: Marks | undefined;
  /** What its sandboxes may leave behind in directories of the user. */
  mountPoints?: MountPoints | undefined;
};

/**
 * node:child_process and not execa: execa takes 28 ms to load (measured, bundled, Node 20), and the
 * server must be on its way before anything slow is loaded.
 */
export function createLauncher(): Launcher {
  const living = new Set<ServerProcess>();
  // Also those that ended: while they are stopped, what they started may still live.
  const started = new Set<ServerProcess>();
  let early: { spec: LaunchSpec; child: ServerProcess } | undefined;

  const start = (spec: LaunchSpec): ServerProcess => {
    // Its own process group: Ctrl-C reaches us first, and one kill reaches all of it.
    const id = randomUUID();
    const child = spawn(spec.file, [...spec.args], {
      cwd: spec.cwd,
      env: spec.unmarked === true ? spec.env : { ...spec.env, [MARK]: id },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      windowsHide: true,
    });
    // A server that is gone already is told by its exit, not by a broken pipe.
    child.stdin.on("error", () => undefined);
    if (spec.greeting !== "") child.stdin.write(`${spec.greeting}\n`);
    living.add(child);
    started.add(child);
    child.once("exit", () => living.delete(child));
    // A failed start is reported again by whoever takes the process over.
    child.once("error", () => living.delete(child));
    const variable = spec.unmarked === true ? undefined : `${MARK}=${id}`;
    return Object.assign(child, { marks: { variable } });
  };

  return {
    begin(spec) {
      early = { spec, child: start(spec) };
    },
    launch(spec) {
      const guess = early;
      early = undefined;
      if (guess === undefined) return start(spec);
      // A guess that has ended already told nobody: start again, so that its end is seen.
      if (sameSpec(guess.spec, spec) && living.has(guess.child)) return guess.child;
      killNow(guess.child, living.has(guess.child), false);
      letGo(guess.child);
      return start(spec);
    },
    killAll() {
      for (const child of started) if (child.isCleared !== true) killNow(child, living.has(child));
      if (early !== undefined) letGo(early.child);
    },
  };
}

/** Kills a server and all that it started, without waiting. */
function killNow(child: ServerProcess, isAlive: boolean, thorough = true): void {
  if (child.pid === undefined) return;
  // Tool servers and commands have groups of their own; looked for while their parent lives.
  const family = isAlive ? descendantsOf(child.pid) : [];
  if (isAlive) killGroup(child, "SIGKILL");
  for (const each of family) killProcess(each);
  killOrphans(child, { thorough });
  child.mountPoints?.remove();
  child.isCleared = true;
}

/** Inherited by all that a process starts, so that nothing can hide; who takes it off may stay. */
export const MARK = "TURNPIPE_CHILD";

/** Of a guess that nobody took: what it started may hold its pipes, and they would hold us. */
function letGo(guess: ServerProcess): void {
  for (const stream of guess.stdio) stream?.destroy();
}

/** Signals the whole process group of a server; a group that is gone already is fine. */
export function killGroup(child: ServerProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

/**
 * Kills one process, and all of its group: who forks cannot leave that in between. One that is gone
 * already is fine. Nothing of ours shares a session, and so a group, with what we did not start.
 */
export function killProcess({
  pid,
  group = 0,
  session,
}: Relative & { group?: number; session?: number }): void {
  const isApart = session !== undefined && session !== 0 && session !== lookAt("self")?.session;
  for (const each of group > 1 && isApart ? [-group, pid] : [pid]) {
    try {
      process.kill(each, "SIGKILL");
    } catch {
      // it went by itself, or is not ours to end
    }
  }
}

/** Kills what a process left behind until nothing of it is found any more, at once and for a bounded time. */
function killOrphans(
  { pid, marks = {} }: ServerProcess,
  { thorough }: { thorough: boolean },
): void {
  if (pid === undefined) return;
  const search = orphanSearch(pid, marks, thorough);
  const deadline = Date.now() + ORPHANS_MS;
  let needed = thorough ? QUIET_AFTER_FINDING : QUIET_SEARCHES;
  for (let quiet = 0; quiet < needed && Date.now() < deadline;) {
    const { entries, unsettled } = search(killProcess);
    if (entries.length > 0) needed = QUIET_AFTER_FINDING;
    quiet = entries.length === 0 ? quiet + (unsettled ? UNSETTLED : 1) : 0;
  }
}

const ORPHANS_MS = 2000;
/** One search alone may miss who forks meanwhile. */
export const QUIET_SEARCHES = 2;
/** What was found once may have forked just before it was killed. */
export const QUIET_AFTER_FINDING = 8;
/** A search during which others came and went says little; but on a busy machine most are such. */
export const UNSETTLED = 1 / 20;

const sameSpec = (one: LaunchSpec, other: LaunchSpec): boolean =>
  JSON.stringify(factsOf(one)) === JSON.stringify(factsOf(other));

const factsOf = ({ file, args, cwd, env, greeting, unmarked = false }: LaunchSpec) => [
  ...[file, args, cwd, env, greeting, unmarked],
];
