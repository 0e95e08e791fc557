import type { RequestId, RpcResponse } from "./message.js";

/** What the other side sent on its own. */
export type ServerMessage =
  | { kind: "notification"; method: string; params: unknown }
  | { kind: "request"; id: RequestId; method: string; params: unknown };

/** Sends a request as it is; `withinMs` is how long its response may take. */
export type Send = (method: string, params: unknown, withinMs?: number) => Promise<unknown>;

/** Speaks the protocol of an older server, for a peer whose user speaks today's. */
export interface PeerAdapter {
  /** Makes a request of today's protocol with those of the server. */
  request(method: string, params: unknown, send: Send): Promise<unknown>;
  /** The messages of today's protocol that a message of the server amounts to. */
  receive(message: ServerMessage): readonly ServerMessage[];
  /** The response as the server expects it. */
  respond(id: RequestId, response: RpcResponse): RpcResponse;
}
