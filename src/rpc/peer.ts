import type { CliError } from "../outcome/errors.js";
import type { Closing, Received, Transport } from "../transport/transport.js";
import type { RequestId, ErrorObject, RpcResponse } from "./message.js";
import { classify } from "./message.js";
import type { PeerAdapter, ServerMessage } from "./peer-adapter.js";
import type { Queue } from "./queue.js";
import { createQueue } from "./queue.js";
import { createRequests } from "./requests.js";

/** Everything that is no response to a request of ours. */
export type Incoming = ServerMessage | { kind: "malformed"; problem: string };

/** The server responded with an error. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly method: string;
  readonly error: ErrorObject;

  /** By name, because a bundle that is loaded later has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "RpcError";
  }

  constructor(method: string, error: ErrorObject) {
    super(`${method}: ${error.message} (code ${String(error.code)})`);
    this.method = method;
    this.error = error;
  }
}

/**
 * Pairs responses with requests over a transport; knows nothing of Codex. Reading pauses while the queue is
 * full, unless a request is pending: its response must not wait behind notifications that nobody reads.
 */
export class Peer {
  /** Everything that is no response, in order; iteration throws when the other side is gone. */
  readonly incoming: Queue<Incoming>;
  readonly #transport: Transport;
  /** How long a response may take, unless a request says otherwise. */
  readonly #requestMs: number;
  readonly #requests = createRequests(() => this.#applyBackpressure());
  #paused = false;
  #closeError: CliError | undefined;
  readonly #gone = new AbortController();
  #nextId = 0;
  #isSupported: (method: string) => boolean = () => true;
  readonly #autoRejected = new Set<RequestId>();
  #adapter: PeerAdapter | undefined;

  constructor(
    transport: Transport,
    toError: (closing: Closing) => CliError,
    requestMs: number = REQUEST_MS,
  ) {
    this.#transport = transport;
    this.#requestMs = requestMs;
    this.incoming = createQueue({ ...QUEUE_LIMITS, onFullChange: () => this.#applyBackpressure() });
    transport.receive((received) => {
      this.#receive(received);
    });
    void transport.closed.then((closing) => {
      this.#fail(toError(closing));
    });
  }

  /** Aborted when the other side is gone. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Speaks through an adapter from now on. */
  adapt(adapter: PeerAdapter): void {
    this.#adapter = adapter;
  }

  /** Rejects with an RpcError, or with a CliError if the server is gone or does not respond in time. */
  request(method: string, params: unknown, withinMs = this.#requestMs): Promise<unknown> {
    const send = (name: string, body: unknown, ms = withinMs): Promise<unknown> =>
      this.#send(name, body, ms);
    return this.#adapter?.request(method, params, send) ?? send(method, params);
  }

  #send(method: string, params: unknown, withinMs: number): Promise<unknown> {
    if (this.#closeError !== undefined) return Promise.reject(this.#closeError);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#requests.add(id, { method, resolve, reject }, withinMs, () => {
        this.#transport.send({ id, method, params });
      });
      this.#applyBackpressure();
    });
  }

  /** Rejects unsupported requests as they arrive, before anybody reads them from the queue. */
  rejectUnknownRequests(isSupported: (method: string) => boolean): void {
    this.#isSupported = isSupported;
  }

  notify(method: string): void {
    this.#transport.send({ method });
  }

  answer(id: RequestId, response: RpcResponse): void {
    if (this.#autoRejected.delete(id)) return;
    this.#transport.send({ id, ...(this.#adapter?.respond(id, response) ?? response) });
  }

  #receive(received: Received): void {
    const { size } = received;
    if (received.kind === "malformed") {
      this.incoming.push({ kind: "malformed", problem: received.problem }, size);
      return;
    }
    const message = classify(received.value);
    switch (message.kind) {
      case "response":
        this.#requests.settle(message.id)?.resolve(message.result);
        break;
      case "error": {
        const pending = this.#requests.settle(message.id);
        pending?.reject(new RpcError(pending.method, message.error));
        break;
      }
      case "request":
      case "notification":
        for (const each of this.#adapter?.receive(message) ?? [message]) this.#deliver(each, size);
        break;
      case "invalid":
        this.incoming.push(
          { kind: "malformed", problem: "a JSON value that is not a JSON-RPC message" },
          size,
        );
        break;
    }
  }

  #deliver(message: ServerMessage, size: number): void {
    this.incoming.push(message, size);
    if (message.kind === "request" && !this.#isSupported(message.method))
      this.#rejectUnsupported(message);
  }

  #rejectUnsupported({ id, method }: { id: RequestId; method: string }): void {
    const message = `${method} is not supported by turnpipe`;
    this.answer(id, { error: { code: METHOD_NOT_FOUND, message } });
    this.#autoRejected.add(id);
  }

  #applyBackpressure(): void {
    const pause = this.incoming.full && this.#requests.size === 0;
    if (pause === this.#paused) return;
    this.#paused = pause;
    if (pause) this.#transport.pause();
    else this.#transport.resume();
  }

  #fail(error: CliError): void {
    this.#closeError = error;
    this.#requests.rejectAll(error);
    this.incoming.fail(error);
    this.#gone.abort(error);
  }
}

const METHOD_NOT_FOUND = -32601;
const REQUEST_MS = 60_000;
/** Holds a part of a server's burst; small against the memory of the program itself. */
const QUEUE_LIMITS = { entries: 4096, bytes: 8 * 1024 * 1024 };
