import type { CliError } from "../outcome/errors.js";
import type { Closing, Received, Transport } from "../transport/transport.js";
import type { RequestId, ErrorObject } from "./message.js";
import { classify } from "./message.js";
import type { Queue } from "./queue.js";
import { createQueue } from "./queue.js";
import { createRequests } from "./requests.js";

/** Everything that is no response to a request of ours. */
export type Incoming =
  | { kind: "notification"; method: string; params: unknown }
  | { kind: "request"; id: RequestId; method: string; params: unknown }
  | { kind: "malformed"; problem: string };

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

  /** Rejects with an RpcError, or with a CliError if the server is gone or does not respond in time. */
  request(method: string, params: unknown, withinMs = this.#requestMs): Promise<unknown> {
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

  answer(id: RequestId, response: { result: unknown } | { error: ErrorObject }): void {
    if (!this.#autoRejected.delete(id)) this.#transport.send({ id, ...response });
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
        this.incoming.push(message, size);
        if (!this.#isSupported(message.method)) this.#rejectUnsupported(message);
        break;
      case "notification":
        this.incoming.push(message, size);
        break;
      case "invalid":
        this.incoming.push(
          { kind: "malformed", problem: "a JSON value that is not a JSON-RPC message" },
          size,
        );
        break;
    }
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
