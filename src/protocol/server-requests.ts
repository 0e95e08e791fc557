import type { RequestId, RpcError } from "../rpc/message.js";

/** The questions a server may ask, by our own names. */
const QUESTIONS = {
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

export type QuestionKind = (typeof QUESTIONS)[keyof typeof QUESTIONS];

/** One question, to be answered whatever it is: an unanswered one blocks the turn for ever. */
export interface Question {
  id: RequestId;
  kind: QuestionKind | "unknown";
  method: string;
  params: unknown;
}

/** Whether a question is one that we know. */
export const isQuestion = (method: string): method is keyof typeof QUESTIONS =>
  Object.hasOwn(QUESTIONS, method);

/** Names the question; its params stay as they came. */
export function parseQuestion(request: {
  id: RequestId;
  method: string;
  params: unknown;
}): Question {
  const { id, method, params } = request;
  const kind = isQuestion(method) ? QUESTIONS[method] : "unknown";
  return { id, kind, method, params };
}

/** A reply on the wire. */
export type Reply = { result: unknown } | { error: RpcError };
