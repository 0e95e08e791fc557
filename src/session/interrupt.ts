import type { AppServer } from "../protocol/app-server.js";
import type { Scope } from "./scope.js";

/** Stops a running turn once: when told to, and not before the server has really begun it. */
export interface Interrupter {
  /** The turn is running: from here on the server accepts an interrupt. */
  turnStarted(): void;
  /** The turn is over, or nobody waits for it any more. */
  release(): void;
}

/**
 * An interrupt sent straight after turn/start is refused, and its reply proves nothing: so it waits
 * for the turn to begin, and the end of the turn is waited for, both for a bounded time.
 */
export function interruptOn(stop: AbortSignal, server: AppServer, scope: Scope): Interrupter {
  let running = false;
  let sent = false;
  let timer: NodeJS.Timeout | undefined;

  const interrupt = (): void => {
    if (sent) return;
    sent = true;
    server.interruptTurn(scope.threadId, scope.turnId).catch(() => undefined);
  };
  const stopped = (): void => {
    timer = setTimeout(() => {
      server.abandon(stop.reason as Error);
    }, GRACE_MS);
    if (running) interrupt();
  };
  if (stop.aborted) stopped();
  else stop.addEventListener("abort", stopped, { once: true });

  return {
    turnStarted() {
      running = true;
      if (stop.aborted) interrupt();
    },
    release() {
      clearTimeout(timer);
      stop.removeEventListener("abort", stopped);
    },
  };
}

const GRACE_MS = 3000;
