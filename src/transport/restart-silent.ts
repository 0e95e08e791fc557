import { errorMessage } from "../outcome/errors.js";
import type { KilledProcess } from "../process/stop.js";
import type { Closing, Received, Transport } from "./transport.js";

interface RestartOptions {
  /** How long the first server may send nothing. */
  afterMs: number;
  onRestart: () => void;
}

/**
 * Replaces a server, once, that sends nothing after its start. Now and then codex 0.166 hangs while it
 * opens its databases, before it reads its input (seen in three of six runs of our tests, which start it
 * some thousand times); the next start works.
 */
export function restartSilent(
  start: () => Transport,
  { afterMs, onRestart }: RestartOptions,
): Transport {
  let current = start();
  let replacing: Promise<void> | undefined;
  const killed: KilledProcess[] = [];
  let stopping = false;
  let listener: (received: Received) => void = () => undefined;
  /** Everything sent so far, until the server has sent something. */
  const sent: unknown[] = [];
  let heard = false;
  let resolveClosed: (closing: Closing) => void = () => undefined;
  const closed = new Promise<Closing>((resolve) => {
    resolveClosed = resolve;
  });

  const follow = (transport: Transport): void => {
    transport.receive((received) => {
      heard = true;
      clearTimeout(timer);
      listener(received);
    });
    void transport.closed.then((closing) => {
      clearTimeout(timer);
      // One that is being replaced, or was, is closed by us; that may be known only later.
      if (transport === current && replacing === undefined) resolveClosed(closing);
    });
  };

  const replace = async (): Promise<void> => {
    // First, because it may hold locks that the next one needs.
    killed.push(...(await current.close()));
    if (stopping) return;
    try {
      current = start();
    } catch (error) {
      resolveClosed(notStarted(error));
      return;
    }
    replacing = undefined;
    onRestart();
    follow(current);
    for (const value of sent) current.send(value);
  };

  const timer = setTimeout(() => {
    replacing = replace();
  }, afterMs);
  follow(current);

  return {
    send(value) {
      if (!heard) sent.push(value);
      if (replacing === undefined) current.send(value);
    },
    receive(next) {
      listener = next;
    },
    pause: () => current.pause(),
    resume: () => current.resume(),
    markProcesses: async () => current.markProcesses?.(),
    trackMountPoints: (directories) => current.trackMountPoints?.(directories),
    closed,
    async close() {
      stopping = true;
      clearTimeout(timer);
      await replacing;
      killed.push(...(await current.close()));
      void current.closed.then(resolveClosed);
      return killed;
    },
  };
}

const notStarted = (error: unknown): Closing => ({
  reason: `could not be started: ${errorMessage(error)}`,
  exitCode: null,
  signal: null,
  stderrTail: "",
});
