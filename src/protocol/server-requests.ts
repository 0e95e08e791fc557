import type { RequestId } from "../rpc/message.js";

export type { RpcResponse } from "../rpc/message.js";

/** Server requests we answer: method -> our own name. */
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

/** A server request. Every one must be answered: an unanswered one blocks the turn forever. */
export interface ServerRequest {
  id: RequestId;
  kind: ServerRequestKind | "unknown";
  method: string;
  params: unknown;
}

export const isServerRequest = (method: string): method is keyof typeof SERVER_REQUESTS =>
  Object.hasOwn(SERVER_REQUESTS, method);

/** Adds our own name for the method; the params are not parsed. */
export function parseServerRequest(request: {
  id: RequestId;
  method: string;
  params: unknown;
}): ServerRequest {
  const { id, method, params } = request;
  const kind = isServerRequest(method) ? SERVER_REQUESTS[method] : "unknown";
  return { id, kind, method, params };
}
