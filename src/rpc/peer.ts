import type { CliError } from "../outcome/errors.js";
import type { Closing, Received, Transport } from "../transport/transport.js";
import type { RequestId, ErrorObject } from "./message.js";
import { classify } from "./message.js";
import type { Queue } from "./queue.js";
import { createQueue } from "./queue.js";
import { createRequests } from "./requests.js";

/** What is not a reply to us. */
export type Incoming =
  | { kind: "notification"; method: string; params: unknown }
  | { kind: "request"; id: RequestId; method: string; params: unknown }
  | { kind: "malformed"; problem: string };

/** The server understood and said no. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly error: ErrorObject;

  /** What is loaded late has a class of its own by this name: they are one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "RpcError";
  }

  constructor(method: string, error: ErrorObject) {
    super(`${method}: ${error.message} (code ${String(error.code)})`);
    this.error = error;
  }
}

/**
 * Pairs replies with requests over a transport; knows nothing of Codex. Nothing more is read while too
 * much waits here, unless a request does: its reply must not wait behind news that nobody takes.
 */
export class Peer {
  /** Everything that is not a reply, in order; throws when the other side is gone. */
  readonly incoming: Queue<Incoming>;
  readonly #transport: Transport;
  readonly #requests = createRequests(() => this.#applyBackpressure());
  #paused = false;
  #lost: CliError | undefined;
  readonly #gone = new AbortController();
  #nextId = 0;
  #isKnown: (method: string) => boolean = () => true;
  readonly #refused = new Set<RequestId>();

  constructor(transport: Transport, explain: (closing: Closing) => CliError) {
    this.#transport = transport;
    this.incoming = createQueue({ ...BOUND, changed: () => this.#applyBackpressure() });
    transport.receive((received) => {
      this.#receive(received);
    });
    void transport.closed.then((closing) => {
      this.#lose(explain(closing));
    });
  }

  /** Aborted when the other side is gone. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Rejects with a Refusal, or with a CliError when no reply came in time or ever will. */
  request(method: string, params: unknown, withinMs = REQUEST_MS): Promise<unknown> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#requests.add(id, { method, resolve, reject }, withinMs, () => {
        this.#transport.send({ id, method, params });
      });
      this.#applyBackpressure();
    });
  }

  /** What nobody here can answer is refused as it comes, whoever reads it later. */
  refuseAllBut(isKnown: (method: string) => boolean): void {
    this.#isKnown = isKnown;
  }

  notify(method: string): void {
    this.#transport.send({ method });
  }

  answer(id: RequestId, response: { result: unknown } | { error: ErrorObject }): void {
    if (!this.#refused.delete(id)) this.#transport.send({ id, ...response });
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
        const waiter = this.#requests.settle(message.id);
        waiter?.reject(new RpcError(waiter.method, message.error));
        break;
      }
      case "request":
        this.incoming.push(message, size);
        if (!this.#isKnown(message.method)) this.#refuse(message);
        break;
      case "notification":
        this.incoming.push(message, size);
        break;
      case "nonsense":
        this.incoming.push({ kind: "malformed", problem: "a JSON value that is no message" }, size);
        break;
    }
  }

  #refuse({ id, method }: { id: RequestId; method: string }): void {
    const message = `${method} is not supported by turnpipe`;
    this.answer(id, { error: { code: METHOD_NOT_FOUND, message } });
    this.#refused.add(id);
  }

  #applyBackpressure(): void {
    const pause = this.incoming.full && this.#requests.size === 0;
    if (pause === this.#paused) return;
    this.#paused = pause;
    if (pause) this.#transport.pause();
    else this.#transport.resume();
  }

  #lose(error: CliError): void {
    this.#lost = error;
    this.#requests.rejectAll(error);
    this.incoming.fail(error);
    this.#gone.abort(error);
  }
}

const METHOD_NOT_FOUND = -32601;
const REQUEST_MS = 60_000;
/** A little of what a server says in a burst, and little against what we take as a program. */
const BOUND = { entries: 4096, bytes: 8 * 1024 * 1024 };
