/** Waits for a promise, but rejects with the reason of `stop` once that is aborted. */
export function abortable<T>(promise: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(stop.reason as Error);
    };
    if (stop.aborted) onAbort();
    stop.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => {
      stop.removeEventListener("abort", onAbort);
    });
  });
}
