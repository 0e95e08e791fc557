import type { ServerRequest } from "../protocol/server-requests.js";
import type { Resolution } from "./resolution.js";
import { resolutionOf } from "./resolution.js";

/** Declines a server request, with a response in the shape its method expects. */
export const decline = (serverRequest: ServerRequest): Resolution =>
  resolutionOf(serverRequest, {
    // Forms are cancelled, as `codex exec` does.
    decision: serverRequest.kind === "elicitation" ? "cancel" : "decline",
    reason: "approvals are disabled for this run",
  });
