import type { CliError } from "../outcome/errors.js";

/** Runs a function with a signal that is aborted when `stop` is, or with the error `late` after `ms`. */
export async function withDeadline<T>(
  { stop, ms, late }: { stop: AbortSignal; ms: number; late: CliError },
  run: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(stop.reason);
  if (stop.aborted) onAbort();
  stop.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => {
    controller.abort(late);
  }, ms);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", onAbort);
  }
}
