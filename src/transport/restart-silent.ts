import { errorMessage } from "../outcome/errors.js";
import type { KilledProcess } from "../process/stop.js";
import type { Closing, Received, Transport } from "./transport.js";

interface RestartOptions {
  /** How long the first server may send nothing. */
  afterMs: number;
  onRestart: () => void;
  /** Whether a server that ended before it sent anything is worth another start. */
  isWorthRestart?: (closing: Closing) => boolean;
  /** Whether a silent server has said at its end why it cannot start: then the next one cannot either. */
  saysWhy?: (closing: Closing) => boolean;
}

/**
 * Replaces a server that sends nothing after its start. Now and then codex 0.166 hangs while it opens its
 * databases, before it reads its input (seen in three of six runs of our tests, which start it some thousand
 * times); the next start works. Such a server is replaced once, one that ended twice.
 */
export const restartSilent = (start: () => Transport, options: RestartOptions): Transport =>
  new RestartingTransport(start, options);

class RestartingTransport implements Transport {
  readonly closed: Promise<Closing>;
  readonly #start: () => Transport;
  readonly #options: RestartOptions;
  readonly #timer: NodeJS.Timeout;
  #current: Transport;
  #replacing: Promise<void> | undefined;
  #stopping = false;
  #listener: (received: Received) => void = () => undefined;
  /** Everything sent so far, until the server has sent something. */
  #sent: unknown[] = [];
  #heard = false;
  /** Servers that were replaced, or are being replaced. */
  readonly #silent: Transport[] = [];
  #closing: Promise<KilledProcess[]> | undefined;
  #endPause: () => void = () => undefined;
  #resolveClosed: (closing: Closing) => void = () => undefined;

  constructor(start: () => Transport, options: RestartOptions) {
    this.#start = start;
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#current = this.#follow(start());
    this.#timer = setTimeout(() => {
      this.#replacing ??= this.#replace();
    }, options.afterMs);
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
    this.#endPause();
    clearTimeout(this.#timer);
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<KilledProcess[]> {
    await this.#replacing;
    const killed: KilledProcess[] = [];
    for (const each of new Set([...this.#silent, this.#current])) {
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
      // One that is being replaced, or was, is closed by us; that may be known only later.
      if (transport !== this.#current || this.#replacing !== undefined) return;
      clearTimeout(this.#timer);
      if (this.#isWorthRestart(closing)) this.#replacing = this.#replace(PAUSE_MS);
      else this.#resolveClosed(closing);
    });
    return transport;
  }

  #isWorthRestart(closing: Closing): boolean {
    if (this.#heard || this.#stopping || this.#silent.length >= MAX_RESTARTS) return false;
    return this.#options.isWorthRestart?.(closing) ?? false;
  }

  async #replace(pauseMs = 0): Promise<void> {
    const silent = this.#current;
    this.#silent.push(silent);
    if (pauseMs === 0 && (await this.#hasSaidWhy(silent))) return;
    // First, because it may hold locks that the next one needs.
    await silent.close();
    if (pauseMs > 0) await this.#pause(pauseMs);
    if (this.#stopping) return;
    try {
      this.#current = this.#follow(this.#start());
    } catch (error) {
      this.#resolveClosed(notStarted(error));
      return;
    }
    this.#replacing = undefined;
    if (pauseMs === 0) this.#options.onRestart();
    for (const value of this.#sent) this.#current.send(value);
  }

  /** Codex up to 0.92 waits for the end of its input before it prints what is wrong with its config. */
  async #hasSaidWhy(silent: Transport): Promise<boolean> {
    if (silent.endInput === undefined || this.#options.saysWhy === undefined) return false;
    silent.endInput();
    const waitMs = Math.min(LAST_WORDS_MS, this.#options.afterMs);
    const closing = await Promise.race([silent.closed, this.#pause(waitMs)]);
    this.#endPause();
    if (closing === undefined || !this.#options.saysWhy(closing)) return false;
    this.#resolveClosed(closing);
    return true;
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Another server of the same home needs about this long to create the databases. */
const PAUSE_MS = 300;
const MAX_RESTARTS = 2;
/** A server that waited for the end of its input prints its words and exits within this time. */
const LAST_WORDS_MS = 300;

const notStarted = (error: unknown): Closing => ({
  reason: `could not be started: ${errorMessage(error)}`,
  exitCode: null,
  signal: null,
  stderrTail: "",
});
