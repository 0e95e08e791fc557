import { CliError } from "../outcome/errors.js";
import type { KilledProcess } from "../process/stop.js";
import type { Closing, Received, Transport } from "../transport/transport.js";

/** Opens a connection to the server; rejects with a CliError. */
export type Dial = (stop: AbortSignal) => Promise<Transport>;

/** A connection to a running server. What is sent before it is open is sent then. */
export class ConnectedTransport implements Transport {
  readonly closed: Promise<Closing>;
  readonly #stop = new AbortController();
  #connection: Transport | undefined;
  #opening: Promise<void>;
  #unsent: unknown[] = [];
  #isPaused = false;
  #listener: (received: Received) => void = () => undefined;
  #resolveClosed: (closing: Closing) => void = () => undefined;

  constructor(dial: Dial) {
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#opening = this.#open(dial);
  }

  send(value: unknown): void {
    if (this.#connection === undefined) this.#unsent.push(value);
    else this.#connection.send(value);
  }

  receive(listener: (received: Received) => void): void {
    this.#listener = listener;
  }

  pause(): void {
    this.#isPaused = true;
    this.#connection?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#connection?.resume();
  }

  /** Ends the connection only: the server is not ours to stop. */
  async close(): Promise<KilledProcess[]> {
    this.#stop.abort(new CliError("interrupted", "the connection was closed"));
    await this.#opening;
    await this.#connection?.close();
    this.#resolveClosed({ ...CLOSED, reason: "was left" });
    return [];
  }

  async #open(dial: Dial): Promise<void> {
    try {
      const connection = await dial(this.#stop.signal);
      this.#connection = connection;
      connection.receive((received) => {
        this.#listener(received);
      });
      if (this.#isPaused) connection.pause();
      for (const value of this.#unsent.splice(0)) connection.send(value);
      void connection.closed.then((closing) => {
        const lost = new CliError("server_unreachable", `the app-server ${closing.reason}`);
        this.#resolveClosed({ ...closing, error: closing.error ?? lost });
      });
    } catch (error) {
      this.#resolveClosed({ ...CLOSED, reason: "cannot be reached", error: error as CliError });
    }
  }
}

const CLOSED: Omit<Closing, "reason"> = { exitCode: null, signal: null, stderrTail: "" };
