import type { ServerRequest, RpcResponse } from "../protocol/server-requests.js";
import type { Decision } from "./response.js";
import { responseTo } from "./response.js";

/** What we answer, and how we tell people about it. */
export interface Answer {
  response: RpcResponse;
  decision: Decision["decision"] | "unsupported";
  reason: string;
}

/** A decision as an answer. Where none can be given in the shape that is expected, an error is honest. */
export function answerTo(serverRequest: ServerRequest, decision: Decision): Answer {
  const response = responseTo(serverRequest, decision);
  if (response !== undefined)
    return { response, decision: decision.decision, reason: decision.reason };
  const message = `${serverRequest.method} is not supported by turnpipe`;
  const code = serverRequest.kind === "unknown" ? METHOD_NOT_FOUND : NOT_SUPPORTED;
  return { response: { error: { code, message } }, decision: "unsupported", reason: message };
}

const METHOD_NOT_FOUND = -32601;
const NOT_SUPPORTED = -32000;
