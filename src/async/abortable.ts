/** Waits for a promise, but no longer than until the run is told to stop. */
export function abortable<T>(promise: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopped = (): void => {
      reject(stop.reason as Error);
    };
    if (stop.aborted) stopped();
    stop.addEventListener("abort", stopped, { once: true });
    promise.then(resolve, reject).finally(() => {
      stop.removeEventListener("abort", stopped);
    });
  });
}
