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
export const restartSilent = (start: () => Transport, options: RestartOptions): Transport =>
  new RestartingTransport(start, options);

class RestartingTransport implements Transport {
  readonly closed: Promise<Closing>;
  readonly #start: () => Transport;
  readonly #onRestart: () => void;
  readonly #timer: NodeJS.Timeout;
  #current: Transport;
  #replacing: Promise<void> | undefined;
  #stopping = false;
  #listener: (received: Received) => void = () => undefined;
  /** Everything sent so far, until the server has sent something. */
  #sent: unknown[] = [];
  #heard = false;
  /** The server that was replaced, or is being replaced. */
  #silent: Transport | undefined;
  #closing: Promise<KilledProcess[]> | undefined;
  #resolveClosed: (closing: Closing) => void = () => undefined;

  constructor(start: () => Transport, { afterMs, onRestart }: RestartOptions) {
    this.#start = start;
    this.#onRestart = onRestart;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#current = this.#follow(start());
    this.#timer = setTimeout(() => {
      this.#replacing = this.#replace();
    }, afterMs);
  }

  send(value: unknown): void {
    if (!this.#heard) this.#sent.push(value);
    if (this.#replacing === undefined) this.#current.send(value);
  }

  receive(listener: (received: Received) => void): void {
    this.#listener = listener;
  }

  pause(): void {
    this.#current.pause();
  }

  resume(): void {
    this.#current.resume();
  }

  trackMountPoints(directories: readonly string[]): void {
    this.#current.trackMountPoints?.(directories);
  }

  close(): Promise<KilledProcess[]> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<KilledProcess[]> {
    await this.#replacing;
    const killed: KilledProcess[] = [];
    for (const each of new Set([this.#silent ?? this.#current, this.#current])) {
      killed.push(...(await each.close()));
    }
    void this.#current.closed.then(this.#resolveClosed);
    return killed;
  }

  #follow(transport: Transport): Transport {
    transport.receive((received) => {
      this.#heard = true;
      this.#sent = [];
      clearTimeout(this.#timer);
      this.#listener(received);
    });
    void transport.closed.then((closing) => {
      clearTimeout(this.#timer);
      // One that is being replaced, or was, is closed by us; that may be known only later.
      if (transport === this.#current && this.#replacing === undefined)
        this.#resolveClosed(closing);
    });
    return transport;
  }

  async #replace(): Promise<void> {
    this.#silent = this.#current;
    // First, because it may hold locks that the next one needs.
    await this.#silent.close();
    if (this.#stopping) return;
    try {
      this.#current = this.#follow(this.#start());
    } catch (error) {
      this.#resolveClosed(notStarted(error));
      return;
    }
    this.#replacing = undefined;
    this.#onRestart();
    for (const value of this.#sent) this.#current.send(value);
  }
}

const notStarted = (error: unknown): Closing => ({
  reason: `could not be started: ${errorMessage(error)}`,
  exitCode: null,
  signal: null,
  stderrTail: "",
});
