import { nameLine } from "./plain-text.js";
import { duration } from "./quantity.js";

/** A sign of life where nothing moves: a log that was silent for long. */
export interface Pulse {
  /** What is going on; null when there is nothing to wait for. */
  say(activity: string | null): void;
  /** Something was written: the silence begins anew. */
  beat(): void;
  stop(): void;
}

/** Tells after each half a minute of silence what is going on. On a terminal the spinner does. */
export function createPulse(
  isTerminal: boolean,
  now: () => number,
  write: (text: string) => void,
): Pulse {
  if (isTerminal) return { say() {}, beat() {}, stop() {} };
  let activity: string | null = null;
  let since = now();
  let timer: NodeJS.Timeout | undefined;
  const beat = (): void => {
    clearTimeout(timer);
    timer = setTimeout(tell, SILENCE_MS).unref();
  };
  const tell = (): void => {
    // Writing it begins the next silence.
    if (activity === null) beat();
    else write(`… ${nameLine(activity)} (${duration(now() - since)})`);
  };
  beat();
  return {
    say(next) {
      if (next === activity) return;
      activity = next;
      since = now();
    },
    beat,
    stop: () => clearTimeout(timer),
  };
}

const SILENCE_MS = 30_000;
