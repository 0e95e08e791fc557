import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";

import type { CommandResult } from "./run-command.js";
import { createMark, withLimitMark } from "./limit-mark.js";
import type { MountPoints } from "./mount-points.js";
import type { ProcessMarks } from "./orphan-search.js";
import { orphanSearch } from "./orphan-search.js";
import type { ProcessEntry } from "./proc.js";
import { descendantsOf, readProcess } from "./proc.js";

/** How to start a process; two processes with equal specs are interchangeable. */
export interface LaunchSpec {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Written to stdin as the first line, if not empty: the server works on it while we still load. */
  initialInput: string;
  /** Do not add the mark variable to `env`: its descendants are found by their limit, where that is set. */
  unmarked?: boolean | undefined;
}

/** Sends a signal to a process, or to a group if `pid` is negative; throws if there is none. */
export type SendSignal = (pid: number, signal: NodeJS.Signals) => void;

/** Starts and kills child processes; nothing else in the program does. */
export interface Launcher {
  /** Starts a server speculatively; `launch` with an equal spec takes it over. */
  startEarly(spec: LaunchSpec): void;
  launch(spec: LaunchSpec): ServerProcess;
  /** Runs a program until it exits; throws the reason of `until` if that is aborted first. */
  run(spec: LaunchSpec, until: AbortSignal): Promise<CommandResult>;
  /** The first line of `program --version`; undefined if there is none in time. */
  versionOf(program: string, until?: AbortSignal): Promise<string | undefined>;
  /** Starts a program that may outlive this one, such as a browser. */
  startDetached(
    command: readonly [string, ...string[]],
    env: Readonly<Record<string, string | undefined>>,
  ): void;
  /** Kills every process that still runs, synchronously. Safe to call at any time, also on exit. */
  killAll(): void;
}

export type ServerProcess = ChildProcess & {
  sendSignal: SendSignal;
  /** The program, which prlimit may have started. */
  program?: string;
  /** Whether it was stopped together with everything it started. */
  isCleared?: boolean;
  /** Identify its descendants. */
  marks?: ProcessMarks | undefined;
  /** Directories that its sandboxes may leave behind in the workspace. */
  mountPoints?: MountPoints | undefined;
};

/**
 * node:child_process and not execa: execa takes 28 ms to load (measured, bundled, Node 20), and the
 * server must be on its way before anything slow is loaded.
 */
export function createLauncher(sendSignal: SendSignal): Launcher {
  const running = new Set<ServerProcess>();
  // Includes those that have exited: what they started may still run until `isCleared` is set.
  const started = new Set<ServerProcess>();
  let early: { spec: LaunchSpec; child: ServerProcess } | undefined;

  const start = (spec: LaunchSpec): ServerProcess => {
    const child = spawnServer(spec, sendSignal);
    running.add(child);
    started.add(child);
    child.once("exit", () => running.delete(child));
    // Not reported here: whoever takes the process over handles the error.
    child.once("error", () => running.delete(child));
    return child;
  };

  const launch = (spec: LaunchSpec): ServerProcess => {
    const unclaimed = early;
    early = undefined;
    if (unclaimed === undefined) return start(spec);
    // If it has exited already, its exit event is lost: start again, so that the caller sees one.
    if (sameSpec(unclaimed.spec, spec) && running.has(unclaimed.child)) return unclaimed.child;
    killTree(unclaimed.child, { isRunning: running.has(unclaimed.child), thorough: false });
    closePipes(unclaimed.child);
    return start(spec);
  };

  return {
    startEarly(spec) {
      early = { spec, child: start(spec) };
    },
    launch,
    // Loaded on demand: few runs need these.
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
      for (const child of started) {
        if (child.isCleared === true) continue;
        killTree(child, { isRunning: running.has(child), thorough: true });
      }
      if (early !== undefined) closePipes(early.child);
    },
  };
}

/** Kills a server and everything it started, synchronously. */
function killTree(
  child: ServerProcess,
  { isRunning, thorough }: { isRunning: boolean; thorough: boolean },
): void {
  if (child.pid === undefined) return;
  // Tool servers and commands have groups of their own: list them while their parent is alive.
  const descendants = isRunning ? descendantsOf(child.pid) : [];
  if (isRunning) killGroup(child, "SIGKILL");
  for (const each of descendants) killProcess(each, child.sendSignal);
  killOrphans(child, thorough);
  child.mountPoints?.remove();
  child.isCleared = true;
}

const startDetached: Launcher["startDetached"] = ([file, ...args], env) => {
  const child = spawn(file, args, { detached: true, stdio: "ignore", env });
  child.on("error", () => undefined);
  child.unref();
};

function spawnServer(spec: LaunchSpec, sendSignal: SendSignal): ServerProcess {
  // Its own process group: Ctrl-C is delivered to us alone, and one kill signals the whole group.
  const mark = createMark();
  const { file, args, limit } = withLimitMark(mark, spec);
  const spawned = spawn(file, [...args], {
    cwd: spec.cwd,
    env: spec.unmarked === true ? spec.env : { ...spec.env, [MARK_VARIABLE]: mark },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    windowsHide: true,
  });
  // A dead server is reported by its exit event, not by EPIPE.
  spawned.stdin.on("error", () => undefined);
  if (spec.initialInput !== "") spawned.stdin.write(`${spec.initialInput}\n`);
  const variable = spec.unmarked === true ? undefined : `${MARK_VARIABLE}=${mark}`;
  return Object.assign(spawned, { sendSignal, program: spec.file, marks: { variable, limit } });
}

/** Environment variable that all descendants inherit and are found by, unless they remove it. */
export const MARK_VARIABLE = "TURNPIPE_CHILD";

/** Closes the pipes of an unclaimed server: a descendant that holds them would keep us alive. */
function closePipes(child: ServerProcess): void {
  for (const stream of child.stdio) stream?.destroy();
}

/** Signals the whole process group of a server; a group that no longer exists is ignored. */
export function killGroup(child: ServerProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    child.sendSignal(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

/**
 * Kills one process and its group: a process that forks meanwhile cannot escape that way. A process that
 * no longer exists is ignored.
 */
export function killProcess(entry: ProcessEntry, sendSignal: SendSignal): void {
  for (const each of new Set([signalTarget(entry), entry.pid])) {
    try {
      sendSignal(each, "SIGKILL");
    } catch {
      // it has exited, or belongs to another user
    }
  }
}

/**
 * The group of a process as a negative number, or its pid if the group may hold processes we did not start:
 * one in our own session, or in an unknown one.
 */
export const signalTarget = ({ pid, group, session }: ProcessEntry): number =>
  group > 1 && session !== 0 && session !== readProcess("self")?.session ? -group : pid;

/** Kills what a process left behind, synchronously, until searches find nothing or time is up. */
function killOrphans({ pid, marks = {}, sendSignal }: ServerProcess, thorough: boolean): void {
  if (pid === undefined) return;
  const search = orphanSearch(pid, marks, thorough);
  const deadline = Date.now() + KILL_ORPHANS_MS;
  let needed = thorough ? EMPTY_SEARCHES_AFTER_FIND : EMPTY_SEARCHES;
  for (let empty = 0; empty < needed && Date.now() < deadline;) {
    const { entries, incomplete } = search((each) => {
      killProcess(each, sendSignal);
    });
    if (entries.length > 0) needed = EMPTY_SEARCHES_AFTER_FIND;
    empty = entries.length === 0 ? empty + (incomplete ? INCOMPLETE_WEIGHT : 1) : 0;
  }
}

const KILL_ORPHANS_MS = 2000;
/** Empty searches before we stop looking: one alone may miss a process that forks meanwhile. */
export const EMPTY_SEARCHES = 2;
/** The same once something was found: it may have forked just before it was killed. */
export const EMPTY_SEARCHES_AFTER_FIND = 8;
/** How much an incomplete search counts: little, but on a busy machine most searches are incomplete. */
export const INCOMPLETE_WEIGHT = 1 / 20;

const sameSpec = (one: LaunchSpec, other: LaunchSpec): boolean =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

const fieldsOf = ({ file, args, cwd, env, initialInput, unmarked = false }: LaunchSpec) => [
  ...[file, args, cwd, env, initialInput, unmarked],
];
