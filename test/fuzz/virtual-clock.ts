import { setImmediate as tick, setTimeout as pause } from "node:timers/promises";

interface Timer {
  readonly at: number;
  readonly ring: () => void;
  /** Whether a process would wait for it. */
  held: boolean;
}

/** How a wait came out: settled, or why it never will. */
export type Waited<T> = { readonly value: T } | { readonly stuck: string };

/**
 * Time that passes only when nothing else happens, and then at once: what waits for a minute is
 * seen to wait, and costs nothing.
 */
export class VirtualClock {
  readonly #timers = new Set<Timer>();
  #now = 0;
  #rung = 0;
  #pauses = 0;
  readonly #atRest = outside();

  /** Takes the place of the real timers until `restore` is called. */
  install(): { restore(): void } {
    const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
    const set = (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      this.#set(() => work(...args), ms);
    const clear = (handle: unknown): void => {
      if (handle === undefined || handle === null) return;
      const { timer } = handle as { timer?: Timer };
      if (timer !== undefined) this.#timers.delete(timer);
    };
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    return { restore: () => void Object.assign(globalThis, real) };
  }

  /** Waits for a promise and moves time on whenever there is nothing else to wait for. */
  async wait<T>(promise: Promise<T>): Promise<Waited<T>> {
    let value: { readonly value: T } | undefined;
    void promise.then((settled) => {
      value = { value: settled };
    });
    for (;;) {
      await this.#calm(() => value !== undefined);
      if (value !== undefined) return value;
      const next = this.#next();
      if (next === undefined) {
        // Loading a part of the program late is work that nothing else shows.
        if (++this.#pauses > MOST_PAUSES) return { stuck: "nothing is left that could end it" };
        await pause(1);
        continue;
      }
      if (++this.#rung > MOST_RINGS) return { stuck: `${MOST_RINGS} timers rang, and no end` };
      this.#timers.delete(next);
      this.#now = next.at;
      next.ring();
    }
  }

  /** How many timers would keep a process from ending. */
  async pending(): Promise<number> {
    await this.#calm(() => false);
    return [...this.#timers].filter(({ held }) => held).length;
  }

  #set(ring: () => void, ms: number) {
    const timer: Timer = { at: this.#now + Math.max(ms, 1), ring, held: true };
    this.#timers.add(timer);
    const handle = {
      timer,
      unref: () => {
        timer.held = false;
        return handle;
      },
      ref: () => handle,
      hasRef: () => timer.held,
    };
    return handle;
  }

  /** The first that is due; of several, the first that was set. */
  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) if (first === undefined || timer.at < first.at) first = timer;
    return first;
  }

  /** Lets everything run that can run without time. */
  async #calm(isDone: () => boolean): Promise<void> {
    for (let quiet = 0; quiet < CALM_TICKS && !isDone();) {
      await tick();
      quiet = outside() > this.#atRest ? 0 : quiet + 1;
    }
  }
}

const MOST_RINGS = 5_000;
const MOST_PAUSES = 2_000;
/** A value passes a handful of streams, each of which takes a turn of the loop at most. */
const CALM_TICKS = 4;
/** Work of the outside, which ends by itself: files, processes and their pipes. */
const outside = (): number =>
  process.getActiveResourcesInfo().filter((name) => /^FSReq|^Process|^Pipe/.test(name)).length;
