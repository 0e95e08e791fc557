import type { AppServer } from "../protocol/app-server.js";
import type { Scope } from "./scope.js";

/** Stops a running turn: when told to, and not before the server has really begun it. */
export interface Interrupter {
  /** The turn is running, under this id: from here on the server accepts an interrupt. */
  turnStarted(turnId: string): void;
  /** The turn is over, or nobody waits for it any more. */
  release(): void;
}

/**
 * An interrupt sent straight after turn/start is refused, and its reply proves nothing: so it waits
 * for the turn to begin, and the end of the turn is waited for, both for a bounded time.
 */
export function interruptOn(stop: AbortSignal, server: AppServer, scope: Scope): Interrupter {
  let running: string | undefined;
  const sent = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const interrupt = (turnId: string): void => {
    if (sent.has(turnId)) return;
    sent.add(turnId);
    server.interruptTurn(scope.threadId, turnId).catch(() => undefined);
  };
  const stopped = (): void => {
    timer = setTimeout(() => {
      server.abandon(stop.reason as Error);
    }, GRACE_MS);
    if (running !== undefined) interrupt(running);
  };
  if (stop.aborted) stopped();
  else stop.addEventListener("abort", stopped, { once: true });

  return {
    turnStarted(turnId) {
      running = turnId;
      if (stop.aborted) interrupt(turnId);
    },
    release() {
      clearTimeout(timer);
      stop.removeEventListener("abort", stopped);
    },
  };
}

const GRACE_MS = 2000;
