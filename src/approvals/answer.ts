import type { Question, Reply } from "../protocol/server-requests.js";
import type { Verdict } from "./response.js";
import { replyTo } from "./response.js";

/** What we answer, and how we tell people about it. */
export interface Answer {
  reply: Reply;
  decision: Verdict["decision"] | "unsupported";
  reason: string;
}

/** A decision as an answer. Where none can be given in the shape that is expected, an error is honest. */
export function answerTo(question: Question, verdict: Verdict): Answer {
  const reply = replyTo(question, verdict);
  if (reply !== undefined) return { reply, decision: verdict.decision, reason: verdict.reason };
  const message = `${question.method} is not supported by turnpipe`;
  const code = question.kind === "unknown" ? METHOD_NOT_FOUND : NOT_SUPPORTED;
  return { reply: { error: { code, message } }, decision: "unsupported", reason: message };
}

const METHOD_NOT_FOUND = -32601;
const NOT_SUPPORTED = -32000;
