/** Each side numbers its own requests, so ids of both may be equal; 0 is a valid id. */
export type RequestId = string | number;

export interface ErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

/** The body of a JSON-RPC response. */
export type RpcResponse = { result: unknown } | { error: ErrorObject };

/** A JSON-RPC message; the `jsonrpc` member is optional. */
export type Message =
  | { kind: "request"; id: RequestId; method: string; params: unknown }
  | { kind: "notification"; method: string; params: unknown }
  | { kind: "response"; id: RequestId; result: unknown }
  | { kind: "error"; id: RequestId; error: ErrorObject }
  | { kind: "invalid" };

/** Classifies a message by `method` first, then `id`; never by truthiness, as 0 and null are valid. */
export function classify(value: unknown): Message {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return INVALID;
  const { id, method, params, result, error } = value as Record<string, unknown>;
  if (typeof method === "string") {
    return isId(id)
      ? { kind: "request", id, method, params }
      : { kind: "notification", method, params };
  }
  if (!isId(id)) return INVALID;
  if (error !== undefined && error !== null) return { kind: "error", id, error: errorOf(error) };
  return { kind: "response", id, result };
}

const INVALID: Message = { kind: "invalid" };

const isId = (id: unknown): id is RequestId => typeof id === "string" || typeof id === "number";

function errorOf(error: unknown): ErrorObject {
  if (typeof error !== "object" || error === null)
    return { code: 0, message: JSON.stringify(error) };
  const { code, message, data } = error as Record<string, unknown>;
  return {
    code: typeof code === "number" ? code : 0,
    message: typeof message === "string" ? message : JSON.stringify(error),
    ...(data === undefined ? {} : { data }),
  };
}
