import type { Question } from "../protocol/server-requests.js";
import type { Answer } from "./answer.js";
import { answerTo } from "./answer.js";

/** The answer to a question when nobody may say yes: a polite no in the shape each one expects. */
export const decline = (question: Question): Answer =>
  answerTo(question, {
    // As codex exec has it: a form that nobody fills in is put away.
    decision: question.kind === "elicitation" ? "cancel" : "decline",
    reason: "nobody may approve in this run",
  });
