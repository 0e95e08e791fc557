import type { ServerRequest, RpcResponse } from "../protocol/server-requests.js";
import type { Decision } from "./response.js";
import { responseTo } from "./response.js";

/** The response to a server request, and what the `approval.resolved` event reports about it. */
export interface Resolution {
  response: RpcResponse;
  decision: Decision["decision"] | "unsupported";
  reason: string;
}

/** Turns a decision into a response. A request that cannot be answered in its own shape gets an RPC error. */
export function resolutionOf(serverRequest: ServerRequest, decision: Decision): Resolution {
  const response = responseTo(serverRequest, decision);
  if (response !== undefined)
    return { response, decision: decision.decision, reason: decision.reason };
  const message = `${serverRequest.method} is not supported by turnpipe`;
  const code = serverRequest.kind === "unknown" ? METHOD_NOT_FOUND : NOT_SUPPORTED;
  return { response: { error: { code, message } }, decision: "unsupported", reason: message };
}

const METHOD_NOT_FOUND = -32601;
const NOT_SUPPORTED = -32000;
