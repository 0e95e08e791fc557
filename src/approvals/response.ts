import type { ApprovalDecision } from "../dialect/approval.js";
import type { ServerRequest, ServerRequestKind, RpcResponse } from "../protocol/server-requests.js";

/** What was decided, with the answers to a question or form. */
export interface Decision {
  decision: ApprovalDecision["decision"];
  reason: string;
  /** The answers to questions, by their ids. */
  answers?: Readonly<Record<string, readonly string[]>>;
  /** The content of an elicitation's form. */
  content?: unknown;
}

/** Builds the response each request expects; undefined if it can only be answered with an error. */
export function responseTo(
  serverRequest: ServerRequest,
  decision: Decision,
): RpcResponse | undefined {
  if (serverRequest.kind === "unknown") return undefined;
  const result = RESPONSES[serverRequest.kind](decision, fieldsOf(serverRequest.params));
  return result === undefined ? undefined : { result };
}

type ToResult = (decision: Decision, params: Readonly<Record<string, unknown>>) => unknown;

const RESPONSES: Readonly<Record<ServerRequestKind, ToResult>> = {
  command: ({ decision }) => ({ decision }),
  fileChange: ({ decision }) => ({ decision }),
  permissions: ({ decision }, { permissions }) => ({
    permissions: isYes(decision) ? (permissions ?? {}) : {},
    scope: decision === "acceptForSession" ? "session" : "turn",
  }),
  userInput: ({ decision, answers = {} }) => ({
    answers: isYes(decision)
      ? Object.fromEntries(Object.entries(answers).map(([id, given]) => [id, { answers: given }]))
      : {},
  }),
  elicitation: ({ decision, content = null }) => ({
    action: isYes(decision) ? "accept" : decision,
    content: isYes(decision) ? content : null,
    _meta: decision === "acceptForSession" ? { persist: "session" } : null,
  }),
  dynamicTool: () => ({
    contentItems: [{ type: "inputText", text: "this client runs no tools of its own" }],
    success: false,
  }),
  legacyPatch: ({ decision }) => ({ decision: LEGACY[decision] }),
  legacyCommand: ({ decision }) => ({ decision: LEGACY[decision] }),
  currentTime: () => undefined,
  tokenRefresh: () => undefined,
  attestation: () => undefined,
};

const LEGACY = {
  accept: "approved",
  acceptForSession: "approved_for_session",
  decline: "denied",
  cancel: "abort",
} as const;

const isYes = (decision: Decision["decision"]): boolean =>
  decision === "accept" || decision === "acceptForSession";

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
