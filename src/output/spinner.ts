import type { RunContext } from "../context.js";
import { createPaint } from "./colour.js";
import { columnsOf, fit, nameLine } from "./plain-text.js";

/** The members of ora's spinner in use. */
export interface OraSpinner {
  text: string;
  readonly interval: number;
  clear(): unknown;
  render(): unknown;
  stop(): unknown;
}

export type LoadOra = (stream: NodeJS.WriteStream, colour: boolean) => Promise<OraSpinner>;

export interface SpinnerOptions {
  stderr: RunContext["stderr"];
  colour: boolean;
  now: () => number;
  load?: LoadOra | undefined;
}

export interface Spinner {
  /** Sets the text; null hides the spinner. */
  setActivity(activity: string | null): void;
  /** Clears the spinner, writes, and draws it again below. */
  above(write: () => void): void;
  stop(): void;
}

/** Creates a spinner at the bottom of a terminal; on anything else it only passes writes through. */
export function createSpinner({ stderr, colour, now, load = loadOra }: SpinnerOptions): Spinner {
  if (!isTerminal(stderr)) return NO_SPINNER;
  const spinner = new TerminalSpinner(stderr, now);
  // Loading takes tens of milliseconds and is not awaited; if it fails, there is no spinner.
  load(stderr, colour).then(
    (ora) => spinner.begin(ora),
    () => spinner.stop(),
  );
  return spinner;
}

/** Draws nothing, and only passes writes through. */
export const NO_SPINNER: Spinner = { setActivity() {}, above: (write) => write(), stop() {} };

class TerminalSpinner implements Spinner {
  readonly #stream: NodeJS.WriteStream;
  readonly #now: () => number;
  #ora: OraSpinner | undefined;
  #timer: NodeJS.Timeout | undefined;
  #activity: string | null = null;
  #since = 0;
  #stopped = false;

  constructor(stream: NodeJS.WriteStream, now: () => number) {
    this.#stream = stream;
    this.#now = now;
  }

  begin(ora: OraSpinner): void {
    if (this.#stopped) return;
    this.#ora = ora;
    // Our own timer: ora's would keep the process alive.
    this.#timer = setInterval(() => this.#draw(), ora.interval).unref();
    this.#draw();
  }

  setActivity(activity: string | null): void {
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
    if (this.#stream.writable) this.#ora?.stop();
    this.#ora = undefined;
  }

  #clear(): void {
    if (this.#stream.writable) this.#ora?.clear();
  }

  #draw(): void {
    if (this.#ora === undefined || this.#activity === null || !this.#stream.writable) return;
    // A pty without a size has 0 columns, and ora would count the rows of its text for ever.
    if (this.#stream.columns === 0) return;
    const seconds = Math.floor((this.#now() - this.#since) / 1000);
    const elapsed = seconds < 1 ? "" : ` ${seconds}s`;
    // The frame and a space come before the text; a second row could not be cleared after a resize.
    const room = columnsOf(this.#stream, 80) - 3 - elapsed.length;
    this.#ora.text = fit(nameLine(this.#activity), room) + elapsed;
    this.#ora.render();
  }
}

const isTerminal = (
  stream: RunContext["stderr"],
): stream is NodeJS.WriteStream & RunContext["stderr"] =>
  stream.isTTY === true && "cursorTo" in stream;

/**
 * Loads ora, which is used only to draw frames. It is never started: that would hook SIGINT to restore
 * the cursor, wrap the write methods of stdout and stderr, and swallow what arrives on stdin.
 */
const loadOra: LoadOra = async (stream, colour) => {
  const { createOra } = await import("./ora.js");
  const ora = createOra({ stream, color: false, discardStdin: false, hideCursor: false });
  // ora's colours follow stdout and the environment; ours follow the flag.
  const paint = createPaint(colour);
  const { frames, interval = 80 } = ora.spinner;
  ora.spinner = { frames: frames.map((frame) => paint("info", frame)), interval };
  return ora;
};
