import { anySignal } from "../async/any-signal.js";
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
    const { signal, release } = anySignal([stop], { ms: withinMs, late });
    try {
      signal.throwIfAborted();
      // Must be listening first: an approver may still accept in its own abort listener.
      const ended = rejectOnAbort(signal);
      return await Promise.race([ended, approver.decide(request, signal)]);
    } catch (error) {
      const reason = stop.aborted ? "the run was stopped" : errorMessage(error);
      return { decision: "decline", reason };
    } finally {
      release();
    }
  },
});

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
