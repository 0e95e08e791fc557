import { onAbort } from "../async/on-abort.js";
import type { AppServer } from "../protocol/app-server.js";
import type { ThreadEvents } from "../protocol/thread-events.js";
import type { Scope } from "./scope.js";

/** Interrupts a turn on abort, but not before the server has started it. */
export interface Interrupter {
  /** The turn runs under this id: from now on the server accepts an interrupt. */
  turnStarted(turnId: string): void;
  /** The turn is over, or its result is no longer needed. */
  release(): void;
}

interface InterruptContext {
  server: Pick<AppServer, "interruptTurn">;
  events: Pick<ThreadEvents, "fail">;
  scope: Scope;
}

/**
 * Interrupts the turn when `stop` is aborted. An interrupt sent right after turn/start is rejected,
 * and its response proves nothing: so it waits for turn/started, then for the end of the turn, both
 * for a bounded time.
 */
export function interruptOn(
  stop: AbortSignal,
  { server, events, scope }: InterruptContext,
): Interrupter {
  let running: string | undefined;
  const sent = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const interrupt = (turnId: string): void => {
    if (sent.has(turnId)) return;
    sent.add(turnId);
    server.interruptTurn(scope.threadId, turnId).catch(() => undefined);
  };
  const release = onAbort(stop, () => {
    timer = setTimeout(() => {
      events.fail(stop.reason as Error);
    }, GRACE_MS);
    if (running !== undefined) interrupt(running);
  });

  return {
    turnStarted(turnId) {
      running = turnId;
      if (stop.aborted) interrupt(turnId);
    },
    release() {
      clearTimeout(timer);
      release();
    },
  };
}

const GRACE_MS = 2000;
