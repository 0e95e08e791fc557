import type { CliError } from "../outcome/errors.js";

/** Lends out a signal that is aborted by the wish to stop, or with `late` when the time is over. */
export async function withDeadline<T>(
  { stop, ms, late }: { stop: AbortSignal; ms: number; late: CliError },
  use: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const stopped = (): void => end.abort(stop.reason);
  if (stop.aborted) stopped();
  stop.addEventListener("abort", stopped, { once: true });
  const timer = setTimeout(() => {
    end.abort(late);
  }, ms);
  try {
    return await use(end.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", stopped);
  }
}
