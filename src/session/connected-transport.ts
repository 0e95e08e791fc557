import { setTimeout as delay } from "node:timers/promises";

import { CliError } from "../outcome/errors.js";
import type { KilledProcess } from "../process/stop.js";
import { Continuity } from "../protocol/continuity/continuity.js";
import type { Link } from "../protocol/continuity/read-back.js";
import type { WireMessage } from "../protocol/continuity/tracked-thread.js";
import type { Closing, Received, Transport } from "../transport/transport.js";
import { openLink } from "./link.js";
import type { Notes } from "./session.js";

interface ConnectedOptions {
  /** Opens a connection to the server; rejects with a CliError. */
  dial: (stop: AbortSignal) => Promise<Transport>;
  /** Opens another one after the first was lost. */
  redial: (stop: AbortSignal) => Promise<Transport>;
  notes: Notes;
}

/**
 * A connection to a running server. When it is lost, another one takes its place, unnoticed by the client:
 * what was missed is read back, and what has no response is sent again.
 */
export class ConnectedTransport implements Transport {
  readonly closed: Promise<Closing>;
  readonly #options: ConnectedOptions;
  readonly #continuity = new Continuity();
  readonly #stop = new AbortController();
  #connection: Transport | undefined;
  #link: Link | undefined;
  /** Whether messages pass through; while a connection is restored, they wait. */
  #isOpen = false;
  #isPaused = false;
  /** What has arrived on the connection and was not handled yet. */
  #inbox: Received[] = [];
  /** What was sent while messages wait. */
  #unsent: WireMessage[] = [];
  /** When connections were lost, the latest last. */
  #losses: number[] = [];
  #listener: (received: Received) => void = () => undefined;
  #resolveClosed: (closing: Closing) => void = () => undefined;

  constructor(options: ConnectedOptions) {
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#run().catch((error: unknown) => {
      this.#end({ reason: "cannot be reached", error: error as CliError });
    });
  }

  send(value: unknown): void {
    const message = this.#continuity.sent(value as WireMessage);
    if (Buffer.byteLength(JSON.stringify(message)) > MAX_MESSAGE) {
      // The server would close the connection without a word.
      this.#deliver([{ id: message.id ?? 0, error: TOO_LONG }]);
    } else if (this.#isOpen) this.#connection?.send(message);
    else this.#unsent.push(message);
  }

  receive(listener: (received: Received) => void): void {
    this.#listener = listener;
  }

  pause(): void {
    this.#isPaused = true;
    if (this.#isOpen) this.#connection?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#connection?.resume();
    this.#drain();
  }

  /** Ends the connection only: the server is not ours to stop. */
  async close(): Promise<KilledProcess[]> {
    this.#stop.abort(new CliError("interrupted", "the connection was closed"));
    this.#isOpen = false;
    await this.#connection?.close();
    this.#end({ reason: "was left" });
    return [];
  }

  async #run(): Promise<void> {
    const { dial } = this.#options;
    let connection = await dial(this.#stop.signal);
    this.#use(connection);
    this.#open(this.#continuity.pending);
    for (;;) {
      const closing = await connection.closed;
      if (this.#stop.signal.aborted) return;
      connection = await this.#replace(closing);
    }
  }

  #use(connection: Transport): Link {
    this.#connection = connection;
    this.#inbox = [];
    const calls = openLink(connection, (received) => {
      this.#inbox.push(received);
      this.#drain();
    });
    this.#link = { ...calls, take: (matches) => this.#take(matches) };
    // It was stopped in the meantime.
    if (this.#stop.signal.aborted) void connection.close();
    return this.#link;
  }

  /** Lets messages pass, in both directions: first those that have waited. */
  #open(waiting: readonly WireMessage[]): void {
    this.#isOpen = true;
    this.#unsent = [];
    if (this.#isPaused) this.#connection?.pause();
    for (const message of waiting) this.#connection?.send(message);
    this.#drain();
  }

  async #replace({ reason }: Closing): Promise<Transport> {
    const { redial, notes } = this.#options;
    this.#isOpen = false;
    this.#continuity.cut();
    notes.warn(`the app-server ${reason}; connecting again`);
    for (;;) {
      const now = performance.now();
      this.#losses = [...this.#losses, now].filter((at) => now - at < LOSSES_WITHIN_MS);
      if (this.#losses.length > MAX_LOSSES) throw this.#lost(reason);
      const connection = await redial(this.#stop.signal).catch((error: unknown) => {
        throw this.#lost((error as Error).message);
      });
      try {
        this.#deliver(await this.#continuity.restore(this.#use(connection)));
        // A response that was given meanwhile is sent when the server repeats its request.
        this.#open(this.#continuity.pending);
        notes.note("connected again");
        return connection;
      } catch (error) {
        await connection.close();
        if (error instanceof CliError || this.#stop.signal.aborted) throw error;
        this.#continuity.cut();
        await delay(RETRY_MS);
      }
    }
  }

  #lost(why: string): CliError {
    const { threadId } = this.#continuity;
    const hint = threadId === undefined ? undefined : `continue with: turnpipe resume ${threadId}`;
    const message = `the connection to the app-server was lost: ${why}`;
    return new CliError("server_unreachable", message, { hint });
  }

  /** Handles what has arrived, in order; stops where something has to be fetched first. */
  #drain(): void {
    while (this.#isOpen && this.#inbox.length > 0) {
      const received = this.#inbox.shift() as Received;
      if (received.kind === "malformed") this.#listener(received);
      else this.#handle(received.value, received.size);
    }
  }

  #handle(value: unknown, size: number): void {
    // Anything that is no object is malformed, which the client reports.
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.#listener({ kind: "value", value, size });
      return;
    }
    const { deliver, send = [], fetch } = this.#continuity.received(value);
    this.#deliver(deliver, size);
    for (const message of send) this.#connection?.send(message);
    if (fetch !== undefined) this.#fetch(fetch);
  }

  /** Holds what arrives until it is fetched; a connection that is lost meanwhile is replaced. */
  #fetch(fetch: (link: Link) => Promise<WireMessage[]>): void {
    const [connection, link] = [this.#connection, this.#link as Link];
    this.#isOpen = false;
    connection?.resume();
    fetch(link).then(
      (messages) => {
        if (this.#connection !== connection) return;
        this.#deliver(messages);
        this.#open(this.#unsent);
      },
      (error: unknown) => {
        if (error instanceof CliError) this.#end({ reason: "was left", error });
        else void connection?.close();
      },
    );
  }

  #take(matches: (message: WireMessage) => boolean): WireMessage[] {
    const isTaken = (received: Received): boolean =>
      received.kind === "value" && matches(received.value ?? {});
    const taken = this.#inbox.filter(isTaken);
    this.#inbox = this.#inbox.filter((received) => !isTaken(received));
    return taken.map((received) => (received as { value: WireMessage }).value);
  }

  #deliver(messages: readonly WireMessage[], size = 0): void {
    for (const value of messages) this.#listener({ kind: "value", value, size });
  }

  #end(closing: Pick<Closing, "reason" | "error">): void {
    this.#resolveClosed({ ...closing, exitCode: null, signal: null, stderrTail: "" });
  }
}

/** codex closes a connection on which a longer message arrives. */
const MAX_MESSAGE = 16 * 1024 * 1024;
const TOO_LONG = {
  code: -32602,
  message: "the message is longer than the 16 MiB that a running server takes",
  data: { input_error_code: "input_too_large" },
};

/** More are no accident. */
const MAX_LOSSES = 20;
const LOSSES_WITHIN_MS = 60_000;
const RETRY_MS = 250;
