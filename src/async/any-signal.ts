/** A signal made of others, until it is let go of. */
export interface AnySignal {
  signal: AbortSignal;
  /** Nobody waits for it any more. */
  release(): void;
}

/**
 * Aborted with the first of some signals, or with `late` when the time is up. Not AbortSignal.any and
 * AbortSignal.timeout: on Node 20 what those hold together can be collected as garbage, and then never
 * comes.
 */
export function anySignal(
  signals: readonly AbortSignal[],
  limit?: { ms: number; late: Error },
): AnySignal {
  const any = new AbortController();
  const release = (): void => {
    clearTimeout(timer);
    for (const each of signals) each.removeEventListener("abort", pass);
  };
  const pass = (): void => {
    release();
    any.abort(signals.find(({ aborted }) => aborted)?.reason);
  };
  const timer =
    limit === undefined
      ? undefined
      : setTimeout(() => {
          release();
          any.abort(limit.late);
        }, limit.ms);
  for (const each of signals) each.addEventListener("abort", pass, { once: true });
  if (signals.some(({ aborted }) => aborted)) pass();
  return { signal: any.signal, release };
}
