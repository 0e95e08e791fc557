import type { ServerRequest } from "../protocol/server-requests.js";
import type { Answer } from "./resolution.js";
import { answerTo } from "./resolution.js";

/** Declines a server request, with a response in the shape its method expects. */
export const decline = (serverRequest: ServerRequest): Answer =>
  answerTo(serverRequest, {
    // Forms are cancelled, as `codex exec` does.
    decision: serverRequest.kind === "elicitation" ? "cancel" : "decline",
    reason: "nobody may approve in this run",
  });
