import { onAbort } from "./on-abort.js";

export interface AnySignal extends AbortController {
  /** Stops listening to the other signals. */
  release(): void;
}

/**
 * Creates a controller whose signal is aborted with the first of some signals. Not AbortSignal.any and
 * AbortSignal.timeout: on Node 20 a combination of them can be garbage-collected, and then never fires.
 */
export function anySignal(signals: readonly AbortSignal[]): AnySignal {
  const controller = new AbortController();
  const removals = signals.map((each) =>
    onAbort(each, () => {
      controller.abort(each.reason);
    }),
  );
  const release = (): void => {
    for (const remove of removals) remove();
  };
  return Object.assign(controller, { release });
}
