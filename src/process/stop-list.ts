import type { SendSignal } from "./launcher.js";
import { signalTarget } from "./launcher.js";
import type { ProcessEntry } from "./proc.js";

/**
 * The descendants of a process that is being stopped. SIGTERM goes to each group once: a second one would hit
 * what a shell runs in its traps.
 *
 * A tool server is told by the end of its stdin, and may have something to save. It has a group of its own in
 * the session of the server, while shells and commands have sessions of their own (codex 0.166).
 */
export class StopList {
  readonly #rootPid: number;
  readonly #sendSignal: SendSignal;
  readonly #all = new Map<string, ProcessEntry>();
  /** Tool servers, and what they started. */
  readonly #spared = new Set<number>();
  /** Pids, and groups as negative numbers, that got SIGTERM. */
  readonly #terminated = new Set<number>();

  constructor(rootPid: number, sendSignal: SendSignal) {
    this.#rootPid = rootPid;
    this.#sendSignal = sendSignal;
  }

  get all(): ProcessEntry[] {
    return [...this.#all.values()];
  }

  /** The tool servers, and what they started, as long as they have not got SIGTERM. */
  get toolServers(): ProcessEntry[] {
    return this.all.filter(({ pid }) => this.#spared.has(pid));
  }

  /** Notes that the server's own group got SIGTERM. */
  groupTerminated(): void {
    this.#terminated.add(-this.#rootPid);
  }

  /** Adds processes, parents first, and sends SIGTERM to all but tool servers; returns those that got it. */
  add(entries: readonly ProcessEntry[]): ProcessEntry[] {
    return entries.filter((entry) => {
      const key = `${entry.pid} ${entry.started}`;
      // A shell leaves the session of the server a moment after its start.
      if (this.#all.get(key)?.session === entry.session) return false;
      this.#all.set(key, entry);
      if (!this.#isToolServer(entry)) return this.#terminate(entry);
      this.#spared.add(entry.pid);
      return false;
    });
  }

  /** Sends SIGTERM to tool servers, too; returns those that got it. */
  terminate(toolServers: readonly ProcessEntry[]): ProcessEntry[] {
    return toolServers.filter((each) => this.#terminate(each));
  }

  /** Whether a process got SIGTERM by this call: itself, or with its group. */
  #terminate(entry: ProcessEntry): boolean {
    this.#spared.delete(entry.pid);
    if (this.#isTerminated(entry)) return false;
    const target = signalTarget(entry);
    this.#terminated.add(target);
    try {
      this.#sendSignal(target, "SIGTERM");
    } catch {
      // it has exited, or belongs to another user
    }
    return true;
  }

  #isTerminated({ pid, group }: ProcessEntry): boolean {
    return this.#terminated.has(pid) || this.#terminated.has(-group);
  }

  #isToolServer(entry: ProcessEntry): boolean {
    if (entry.group === this.#rootPid || this.#isTerminated(entry)) return false;
    // 0: not known. Members of a shell's group got SIGTERM with it.
    return [this.#rootPid, 0].includes(entry.session) || this.#spared.has(entry.parent);
  }
}
