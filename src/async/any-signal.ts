export interface AnySignal {
  signal: AbortSignal;
  /** Stops the timer and listening to the other signals. */
  release(): void;
}

/**
 * Creates a signal that is aborted with the first of some signals, or with the error `late` after `ms`. Not
 * AbortSignal.any and AbortSignal.timeout: on Node 20 a combination of them can be garbage-collected, and
 * then never fires.
 */
export function anySignal(
  signals: readonly AbortSignal[],
  limit?: { ms: number; late: Error },
): AnySignal {
  const controller = new AbortController();
  const release = (): void => {
    clearTimeout(timer);
    for (const each of signals) each.removeEventListener("abort", onAbort);
  };
  const onAbort = (): void => {
    release();
    controller.abort(signals.find(({ aborted }) => aborted)?.reason);
  };
  const timer =
    limit === undefined
      ? undefined
      : setTimeout(() => {
          release();
          controller.abort(limit.late);
        }, limit.ms);
  for (const each of signals) each.addEventListener("abort", onAbort, { once: true });
  if (signals.some(({ aborted }) => aborted)) onAbort();
  return { signal: controller.signal, release };
}
