import type { ServerRequest } from "../protocol/server-requests.js";
import type { Answer } from "./answer.js";
import { answerTo } from "./answer.js";

/** The answer to a question when nobody may say yes: a polite no in the shape each one expects. */
export const decline = (serverRequest: ServerRequest): Answer =>
  answerTo(serverRequest, {
    // As codex exec has it: a form that nobody fills in is put away.
    decision: serverRequest.kind === "elicitation" ? "cancel" : "decline",
    reason: "nobody may approve in this run",
  });
