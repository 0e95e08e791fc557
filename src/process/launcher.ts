import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";

import type { CommandResult } from "./run-command.js";
import type { MountPoints } from "./mount-points.js";
import type { Marks } from "./orphan-search.js";
import { orphanSearch } from "./orphan-search.js";
import type { ProcessInfo } from "./proc.js";
import { descendantsOf, readProcess } from "./proc.js";

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

/** Sends a signal to a process, or to a group where the number is negative; throws if there is none. */
export type SendSignal = (pid: number, signal: NodeJS.Signals) => void;

/** Starts and ends all other processes; the rest of the program reaches them through this. */
export interface Launcher {
  /** Starts a server early, on a guess; `launch` with the same spec takes it over. */
  begin(spec: LaunchSpec): void;
  launch(spec: LaunchSpec): ServerProcess;
  /** Runs a program to its end, or until the signal is aborted, whose reason is then thrown. */
  run(spec: LaunchSpec, until: AbortSignal): Promise<CommandResult>;
  /** The first line a program prints for `--version`; undefined if it prints none in time. */
  versionOf(program: string, until?: AbortSignal): Promise<string | undefined>;
  /** Starts a program that is to outlive us, such as a browser. */
  startDetached(
    command: readonly [string, ...string[]],
    env: Readonly<Record<string, string | undefined>>,
  ): void;
  /** Ends at once whatever still lives. Safe to call at any time, also while the program exits. */
  killAll(): void;
}

export type ServerProcess = ChildProcess & {
  sendSignal: SendSignal;
  /** By what all that it starts can be found. */
  marks?: Marks | undefined;
  /** What its sandboxes may leave behind in directories of the user. */
  mountPoints?: MountPoints | undefined;
};

/**
 * node:child_process and not execa: execa takes 28 ms to load (measured, bundled, Node 20), and the
 * server must be on its way before anything slow is loaded.
 */
export function createLauncher(sendSignal: SendSignal): Launcher {
  const living = new Set<ServerProcess>();
  let early: { spec: LaunchSpec; child: ServerProcess } | undefined;

  const start = (spec: LaunchSpec): ServerProcess => {
    const child = spawnServer(spec, sendSignal);
    living.add(child);
    child.once("exit", () => living.delete(child));
    // A failed start is reported again by whoever takes the process over.
    child.once("error", () => living.delete(child));
    return child;
  };

  const launch = (spec: LaunchSpec): ServerProcess => {
    const guess = early;
    early = undefined;
    if (guess === undefined) return start(spec);
    // A guess that has ended already told nobody: start again, so that its end is seen.
    if (sameSpec(guess.spec, spec) && living.has(guess.child)) return guess.child;
    killGroup(guess.child, "SIGKILL");
    killOrphans(guess.child);
    closePipes(guess.child);
    return start(spec);
  };

  return {
    begin(spec) {
      early = { spec, child: start(spec) };
    },
    launch,
    // What follows is loaded by the few runs that need it.
    async run(spec, until) {
      const { runCommand } = await import("./run-command.js");
      return runCommand(launch(spec), until);
    },
    async versionOf(program, until) {
      const { programVersion } = await import("./program-version.js");
      return programVersion(program, sendSignal, until);
    },
    startDetached,
    killAll() {
      for (const child of living) {
        // Tool servers and commands have groups of their own; looked for while their parent lives.
        const { pid } = child;
        if (pid === undefined) continue;
        const tree = descendantsOf(pid);
        killGroup(child, "SIGKILL");
        for (const each of tree) killProcess(each, sendSignal);
        killOrphans(child);
        child.mountPoints?.remove();
      }
      if (early === undefined) return;
      // A guess that has ended already may have left something behind all the same.
      if (!living.has(early.child)) killOrphans(early.child);
      closePipes(early.child);
    },
  };
}

const startDetached: Launcher["startDetached"] = ([file, ...args], env) => {
  const child = spawn(file, args, { detached: true, stdio: "ignore", env });
  child.on("error", () => undefined);
  child.unref();
};

function spawnServer(spec: LaunchSpec, sendSignal: SendSignal): ServerProcess {
  // Its own process group: Ctrl-C reaches us first, and one kill reaches all of it.
  const id = randomUUID();
  const spawned = spawn(spec.file, [...spec.args], {
    cwd: spec.cwd,
    env: spec.unmarked === true ? spec.env : { ...spec.env, [MARK]: id },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    windowsHide: true,
  });
  // A server that is gone already is told by its exit, not by a broken pipe.
  spawned.stdin.on("error", () => undefined);
  if (spec.greeting !== "") spawned.stdin.write(`${spec.greeting}\n`);
  const variable = spec.unmarked === true ? undefined : `${MARK}=${id}`;
  return Object.assign(spawned, { sendSignal, marks: { variable } });
}

/** Inherited by all that a process starts, so that nothing can hide; who takes it off may stay. */
export const MARK = "TURNPIPE_CHILD";

/** Of a guess that nobody took: what it started may hold its pipes, and they would hold us. */
function closePipes(guess: ServerProcess): void {
  for (const stream of guess.stdio) stream?.destroy();
}

/** Signals the whole process group of a server; a group that is gone already is fine. */
export function killGroup(child: ServerProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    child.sendSignal(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

/**
 * Kills one process, and all of its group: who forks cannot leave that in between. One that is gone
 * already is fine. Nothing of ours shares a session, and so a group, with what we did not start.
 */
export function killProcess(
  { pid, group = 0, session }: ProcessInfo & { group?: number; session?: number },
  sendSignal: SendSignal,
): void {
  const isApart =
    session !== undefined && session !== 0 && session !== readProcess("self")?.session;
  for (const each of group > 1 && isApart ? [-group, pid] : [pid]) {
    try {
      sendSignal(each, "SIGKILL");
    } catch {
      // it went by itself, or is not ours to end
    }
  }
}

/** Kills what a process left behind until nothing of it is found any more, at once and for a bounded time. */
function killOrphans({ pid, marks = {}, sendSignal }: ServerProcess): void {
  if (pid === undefined) return;
  const search = orphanSearch(pid, marks);
  const deadline = Date.now() + ORPHANS_MS;
  let needed = QUIET_SEARCHES;
  for (let quiet = 0; quiet < needed && Date.now() < deadline;) {
    const { entries, unsettled } = search((each) => {
      killProcess(each, sendSignal);
    });
    if (entries.length > 0) needed = QUIET_AFTER_FINDING;
    quiet = entries.length === 0 ? quiet + (unsettled ? UNSETTLED : 1) : 0;
  }
}

const ORPHANS_MS = 500;
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
