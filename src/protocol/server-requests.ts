import type { RequestId, ErrorObject } from "../rpc/message.js";

/** The questions a server may ask, by our own names. */
const SERVER_REQUESTS = {
  "item/commandExecution/requestApproval": "command",
  "item/fileChange/requestApproval": "fileChange",
  "item/permissions/requestApproval": "permissions",
  "item/tool/requestUserInput": "userInput",
  "item/tool/call": "dynamicTool",
  "mcpServer/elicitation/request": "elicitation",
  "account/chatgptAuthTokens/refresh": "tokenRefresh",
  "attestation/generate": "attestation",
  "currentTime/read": "currentTime",
  applyPatchApproval: "legacyPatch",
  execCommandApproval: "legacyCommand",
} as const;

export type ServerRequestKind = (typeof SERVER_REQUESTS)[keyof typeof SERVER_REQUESTS];

/** One question, to be answered whatever it is: an unanswered one blocks the turn for ever. */
export interface ServerRequest {
  id: RequestId;
  kind: ServerRequestKind | "unknown";
  method: string;
  params: unknown;
}

/** Whether a question is one that we know. */
export const isServerRequest = (method: string): method is keyof typeof SERVER_REQUESTS =>
  Object.hasOwn(SERVER_REQUESTS, method);

/** Names the question; its params stay as they came. */
export function parseServerRequest(request: {
  id: RequestId;
  method: string;
  params: unknown;
}): ServerRequest {
  const { id, method, params } = request;
  const kind = isServerRequest(method) ? SERVER_REQUESTS[method] : "unknown";
  return { id, kind, method, params };
}

/** A reply on the wire. */
export type RpcResponse = { result: unknown } | { error: ErrorObject };
