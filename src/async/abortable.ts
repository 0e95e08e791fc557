import { onAbort } from "./on-abort.js";

/** Waits for a promise, but rejects with the reason of `stop` once that is aborted. */
export function abortable<T>(promise: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const release = onAbort(stop, () => {
      reject(stop.reason as Error);
    });
    promise.then(resolve, reject).finally(release);
  });
}
