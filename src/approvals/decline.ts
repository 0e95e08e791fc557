import type { Question, QuestionKind, Reply } from "../protocol/server-requests.js";

/** What we answer, and how we tell people about it. */
export interface Answer {
  reply: Reply;
  decision: "decline" | "unsupported";
  reason: string;
}

/** The answer to a question when nobody may say yes: a polite no in the shape each one expects. */
export function decline(question: Question): Answer {
  const { kind, method } = question;
  const result = kind === "unknown" ? undefined : NO[kind];
  if (result === undefined) {
    const message = `${method} is not supported by turnpipe`;
    const code = kind === "unknown" ? METHOD_NOT_FOUND : NOT_SUPPORTED;
    return { reply: { error: { code, message } }, decision: "unsupported", reason: message };
  }
  return { reply: { result }, decision: "decline", reason: "nobody may approve in this run" };
}

const METHOD_NOT_FOUND = -32601;
const NOT_SUPPORTED = -32000;

/** One row per question; `undefined` where only an error is an honest answer. */
const NO: Readonly<Record<QuestionKind, unknown>> = {
  command: { decision: "decline" },
  fileChange: { decision: "decline" },
  permissions: { permissions: {}, scope: "turn" },
  userInput: { answers: {} },
  elicitation: { action: "cancel", content: null, _meta: null },
  dynamicTool: {
    contentItems: [{ type: "inputText", text: "this client runs no tools of its own" }],
    success: false,
  },
  legacyPatch: { decision: "denied" },
  legacyCommand: { decision: "denied" },
  tokenRefresh: undefined,
  attestation: undefined,
  currentTime: undefined,
};
