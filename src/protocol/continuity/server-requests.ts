import type { WireMessage } from "./tracked-thread.js";

interface Asked {
  request: WireMessage;
  /** Our response, once the client has given it. */
  response?: WireMessage;
}

/**
 * The requests of the server. One without a response is sent again on a new connection, under the same id:
 * the client gets it once, and a response that was lost is sent again.
 */
export class ServerRequests {
  readonly #asked = new Map<string | number, Asked>();

  /** Notes a request; returns what the client should get, and what the server. */
  arrived(request: WireMessage): { deliver: WireMessage[]; send: WireMessage[] } {
    const id = request.id as number;
    const known = this.#asked.get(id);
    if (known !== undefined && isSame(known.request, request))
      return { deliver: [], send: known.response === undefined ? [] : [known.response] };
    this.#asked.delete(id);
    this.#asked.set(id, { request });
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_ASKED && oldest !== undefined) this.#asked.delete(oldest);
    return { deliver: [request], send: [] };
  }

  /** Notes a response of the client. */
  answered(response: WireMessage): void {
    const asked = this.#asked.get(response.id as number);
    if (asked !== undefined) asked.response = response;
  }
}

const MAX_ASKED = 256;

/** A server that was restarted counts from 0 again. */
const isSame = (one: WireMessage, other: WireMessage): boolean =>
  one.method === other.method && JSON.stringify(one.params) === JSON.stringify(other.params);
