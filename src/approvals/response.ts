import type { ApprovalDecision } from "../dialect/approval.js";
import type { Question, QuestionKind, Reply } from "../protocol/server-requests.js";

/** What was decided, and with what a form is filled in. */
export interface Verdict {
  decision: ApprovalDecision["decision"];
  reason: string;
  /** The answers to questions, by their ids. */
  answers?: Readonly<Record<string, readonly string[]>>;
  /** What an elicitation asked for. */
  content?: unknown;
}

/** A decision in the shape that each question expects; undefined where only an error is honest. */
export function replyTo(question: Question, verdict: Verdict): Reply | undefined {
  if (question.kind === "unknown") return undefined;
  const result = REPLIES[question.kind](verdict, fieldsOf(question.params));
  return result === undefined ? undefined : { result };
}

type Shape = (verdict: Verdict, params: Readonly<Record<string, unknown>>) => unknown;

const REPLIES: Readonly<Record<QuestionKind, Shape>> = {
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

const isYes = (decision: Verdict["decision"]): boolean =>
  decision === "accept" || decision === "acceptForSession";

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
