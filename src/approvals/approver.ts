import { abortable } from "../async/abortable.js";
import { withDeadline } from "../async/with-deadline.js";
import type { ApprovalRequest } from "../dialect/approval.js";
import { errorMessage } from "../outcome/errors.js";
import type { Decision } from "./response.js";

/** Decides about approval requests. Every decision settles; at once when `stop` is aborted. */
export interface Approver {
  decide(request: ApprovalRequest, stop: AbortSignal): Promise<Decision>;
  /** Whether a person decides, who may take any amount of time. */
  isPerson?: boolean | undefined;
}

/** Declines every request; forms are cancelled, as `codex exec` does. */
export const DECLINE_ALL: Approver = {
  decide: ({ kind }) =>
    Promise.resolve({
      decision: kind === "elicitation" ? "cancel" : "decline",
      reason: "approvals are disabled for this run",
    }),
};

/** Accepts every request, except questions and forms, which need an answer and are cancelled. */
export const ACCEPT_ALL: Approver = {
  decide: ({ kind }) =>
    Promise.resolve(
      kind === "user_input" || kind === "elicitation"
        ? { decision: "cancel", reason: "no answer was given (--answer)" }
        : { decision: "accept", reason: "--approve always" },
    ),
};

/** Declines when the approver fails or does not decide within the time limit. */
export const withTimeLimit = (approver: Approver, withinMs: number): Approver => ({
  isPerson: approver.isPerson,
  async decide(request, stop) {
    const late = new Error(`no decision within ${String(withinMs / 1000)} s`);
    try {
      stop.throwIfAborted();
      return await withDeadline({ stop, ms: withinMs, late }, (until) =>
        // Declines even if the approver accepts in its own abort listener.
        abortable(approver.decide(request, until), until),
      );
    } catch (error) {
      const reason = stop.aborted ? "the run was stopped" : errorMessage(error);
      return { decision: "decline", reason };
    }
  },
});
