import type { RequestId, RpcResponse } from "../../../rpc/message.js";
import type { PeerAdapter, Send, ServerMessage } from "../../../rpc/peer-adapter.js";
import { fieldsOf } from "../conversation/fields.js";
import { readSummary } from "../conversation/requests.js";
import { METHOD } from "../../methods.js";
import type { ThreadParams } from "../../params.js";
import type { Features } from "../features.js";
import { requireSupported } from "../require-supported.js";
import { withConfig } from "../with-config.js";
import { declinedResult } from "./declined-result.js";

/**
 * Speaks the present protocol as servers did when it was new: without opting out, and with approvals that
 * hang on an error.
 */
export class EarlyAdapter implements PeerAdapter {
  readonly #features: Features;
  readonly #optedOut: ReadonlySet<string>;
  /** The method of each request that was not answered yet. */
  readonly #serverRequests = new Map<RequestId, string>();

  /** What the server was started with, if it ignores that. */
  readonly #config: ThreadParams["config"];

  constructor(
    features: Features,
    { optedOut, config }: { optedOut: readonly string[]; config: ThreadParams["config"] },
  ) {
    this.#features = features;
    this.#optedOut = new Set(optedOut);
    this.#config = config;
  }

  async request(method: string, params: unknown, send: Send): Promise<unknown> {
    const fields = fieldsOf(params);
    requireSupported(method, fields, this.#features);
    switch (method) {
      case METHOD.startThread:
      case METHOD.resumeThread:
        return send(method, withConfig(fields, this.#config));
      case METHOD.readThread:
        return this.#features.has("thread/read")
          ? send(method, params)
          : readSummary(fields["threadId"], send);
    }
    return send(method, params);
  }

  receive(message: ServerMessage): readonly ServerMessage[] {
    if (message.kind === "request") {
      this.#serverRequests.set(message.id, message.method);
      return [message];
    }
    const { method } = message;
    return this.#optedOut.has(method) ? [] : [message];
  }

  respond(id: RequestId, response: RpcResponse): RpcResponse {
    const method = this.#serverRequests.get(id) ?? "";
    this.#serverRequests.delete(id);
    if ("result" in response) return response;
    const result = declinedResult(method);
    return result === undefined ? response : { result };
  }
}
