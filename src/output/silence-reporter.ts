import { nameLine } from "./plain-text.js";
import { duration } from "./quantity.js";

/** Reports the current activity when a log has been silent for long. */
export interface SilenceReporter {
  /** Null when nothing is pending. */
  setActivity(activity: string | null): void;
  /** Restarts the timer after something was written. */
  reset(): void;
  stop(): void;
}

/**
 * Writes the current activity after each 30 s of silence. On a terminal the spinner shows it, so this
 * does nothing.
 */
export function createSilenceReporter(
  isTerminal: boolean,
  now: () => number,
  write: (text: string) => void,
): SilenceReporter {
  if (isTerminal) return { setActivity() {}, reset() {}, stop() {} };
  let activity: string | null = null;
  let since = now();
  let timer: NodeJS.Timeout | undefined;
  const reset = (): void => {
    clearTimeout(timer);
    timer = setTimeout(report, SILENCE_MS).unref();
  };
  const report = (): void => {
    // `write` calls `reset`.
    if (activity === null) reset();
    else write(`… ${nameLine(activity)} (${duration(now() - since)})`);
  };
  reset();
  return {
    setActivity(next) {
      if (next === activity) return;
      activity = next;
      since = now();
    },
    reset,
    stop: () => clearTimeout(timer),
  };
}

const SILENCE_MS = 30_000;
