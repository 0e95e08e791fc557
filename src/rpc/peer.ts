import { CliError } from "../errors.js";
import type { Closing, Received, Transport } from "../transport/transport.js";
import type { RequestId, RpcError } from "./message.js";
import { classify } from "./message.js";
import { createQueue } from "./queue.js";

/** What is not a reply to us. */
export type Incoming =
  | { kind: "notification"; method: string; params: unknown }
  | { kind: "request"; id: RequestId; method: string; params: unknown }
  | { kind: "malformed"; problem: string };

/** The server understood and said no. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly error: RpcError;

  /** What is loaded late has a class of its own by this name: they are one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "Refusal";
  }

  constructor(method: string, error: RpcError) {
    super(`${method}: ${error.message} (code ${String(error.code)})`);
    this.error = error;
  }
}

interface Waiter {
  method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Pairs replies with requests over a transport; knows nothing of Codex. */
export class Peer {
  /** Everything that is not a reply, in order; throws when the other side is gone. */
  readonly incoming = createQueue<Incoming>();
  readonly #transport: Transport;
  readonly #pending = new Map<RequestId, Waiter>();
  #lost: CliError | undefined;
  readonly #gone = new AbortController();
  #nextId = 0;

  constructor(transport: Transport, explain: (closing: Closing) => CliError) {
    this.#transport = transport;
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
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        const seconds = String(withinMs / 1000);
        reject(new CliError("server_unreachable", `no reply to ${method} within ${seconds} s`));
      }, withinMs);
      this.#pending.set(id, { method, resolve, reject, timer });
      this.#transport.send({ id, method, params });
    });
  }

  notify(method: string): void {
    this.#transport.send({ method });
  }

  answer(id: RequestId, reply: { result: unknown } | { error: RpcError }): void {
    this.#transport.send({ id, ...reply });
  }

  #receive(received: Received): void {
    if (received.kind === "malformed") {
      this.incoming.push(received);
      return;
    }
    const message = classify(received.value);
    switch (message.kind) {
      case "reply":
        this.#waiter(message.id)?.resolve(message.result);
        break;
      case "refusal": {
        const waiter = this.#waiter(message.id);
        waiter?.reject(new Refusal(waiter.method, message.error));
        break;
      }
      case "request":
      case "notification":
        this.incoming.push(message);
        break;
      case "nonsense":
        this.incoming.push({ kind: "malformed", problem: "a JSON value that is no message" });
        break;
    }
  }

  #waiter(id: RequestId): Waiter | undefined {
    const waiter = this.#pending.get(id);
    this.#pending.delete(id);
    clearTimeout(waiter?.timer);
    return waiter;
  }

  #lose(error: CliError): void {
    this.#lost = error;
    for (const id of [...this.#pending.keys()]) this.#waiter(id)?.reject(error);
    this.incoming.fail(error);
    this.#gone.abort(error);
  }
}

const REQUEST_MS = 60_000;
