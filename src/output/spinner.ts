import type { Runtime } from "../context.js";
import { createPaint } from "./colour.js";
import { columnsOf, fit, nameLine } from "./plain-text.js";

/** The part of ora in use. */
export interface Wheel {
  text: string;
  readonly interval: number;
  clear(): unknown;
  render(): unknown;
  stop(): unknown;
}

export type LoadWheel = (stream: NodeJS.WriteStream, colour: boolean) => Promise<Wheel>;

export interface SpinnerOptions {
  stderr: Runtime["stderr"];
  colour: boolean;
  now: () => number;
  load?: LoadWheel | undefined;
}

export interface Spinner {
  /** Says what is going on, or with null that nothing is. */
  say(activity: string | null): void;
  /** Takes the spinner away, writes, and puts it back below. */
  above(write: () => void): void;
  stop(): void;
}

/** A spinner at the bottom of a terminal; on anything else it only lets lines through. */
export function createSpinner({ stderr, colour, now, load = loadOra }: SpinnerOptions): Spinner {
  if (!isTerminal(stderr)) return { say() {}, above: (write) => write(), stop() {} };
  const turning = new Turning(stderr, now);
  // Loading takes tens of milliseconds and nobody waits for it; a run does without if it fails.
  load(stderr, colour).then(
    (wheel) => turning.begin(wheel),
    () => turning.stop(),
  );
  return turning;
}

class Turning implements Spinner {
  readonly #stream: NodeJS.WriteStream;
  readonly #now: () => number;
  #wheel: Wheel | undefined;
  #timer: NodeJS.Timeout | undefined;
  #activity: string | null = null;
  #since = 0;
  #stopped = false;

  constructor(stream: NodeJS.WriteStream, now: () => number) {
    this.#stream = stream;
    this.#now = now;
  }

  begin(wheel: Wheel): void {
    if (this.#stopped) return;
    this.#wheel = wheel;
    // Our own timer: ora's would keep the process alive.
    this.#timer = setInterval(() => this.#draw(), wheel.interval).unref();
    this.#draw();
  }

  say(activity: string | null): void {
    if (activity === this.#activity) return;
    this.#activity = activity;
    this.#since = this.#now();
    if (activity === null) this.#clear();
    else this.#draw();
  }

  above(write: () => void): void {
    this.#clear();
    write();
    this.#draw();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    if (this.#stream.writable) this.#wheel?.stop();
    this.#wheel = undefined;
  }

  #clear(): void {
    if (this.#stream.writable) this.#wheel?.clear();
  }

  #draw(): void {
    if (this.#wheel === undefined || this.#activity === null || !this.#stream.writable) return;
    // A pty made without a size says 0, and ora would count the rows of its text for ever.
    if (this.#stream.columns === 0) return;
    const seconds = Math.floor((this.#now() - this.#since) / 1000);
    const elapsed = seconds < 1 ? "" : ` ${seconds}s`;
    // The wheel and a space stand before the text; a second row could not be wiped after a resize.
    const room = columnsOf(this.#stream, 80) - 3 - elapsed.length;
    this.#wheel.text = fit(nameLine(this.#activity), room) + elapsed;
    this.#wheel.render();
  }
}

const isTerminal = (stream: Runtime["stderr"]): stream is NodeJS.WriteStream & Runtime["stderr"] =>
  stream.isTTY === true && "cursorTo" in stream;

/**
 * ora as a painter of frames only. It is never started: that would hook SIGINT to bring back the
 * cursor, wrap the write methods of stdout and stderr, and swallow what arrives on stdin.
 */
const loadOra: LoadWheel = async (stream, colour) => {
  const { default: ora } = await import("ora");
  const wheel = ora({ stream, color: false, discardStdin: false, hideCursor: false });
  // ora's colours follow stdout and the environment; ours follow the flag.
  const paint = createPaint(colour);
  const { frames, interval = 80 } = wheel.spinner;
  wheel.spinner = { frames: frames.map((frame) => paint("info", frame)), interval };
  return wheel;
};
