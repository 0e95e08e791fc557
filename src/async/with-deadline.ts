import { anySignal } from "./any-signal.js";

interface Deadline {
  stop?: AbortSignal | undefined;
  ms: number;
  /** The reason of the signal when the time is up. */
  late: Error;
}

/**
 * Runs a function with a signal that is aborted when `stop` is, or with the error `late` after `ms`. The
 * function also gets the controller of that signal, to abort it itself.
 */
export async function withDeadline<T>(
  { stop, ms, late }: Deadline,
  run: (until: AbortSignal, controller: AbortController) => Promise<T>,
): Promise<T> {
  const controller = anySignal(stop === undefined ? [] : [stop]);
  const timer = setTimeout(() => {
    controller.abort(late);
  }, ms);
  try {
    return await run(controller.signal, controller);
  } finally {
    clearTimeout(timer);
    controller.release();
  }
}
