import { anySignal } from "../async/any-signal.js";
import type { ApprovalRequest } from "../dialect/approval.js";
import { reasonOf } from "../outcome/errors.js";
import type { Decision } from "./response.js";

/** Who decides. Every decision comes to an end; when `stop` is aborted, at once. */
export interface Approver {
  decide(request: ApprovalRequest, stop: AbortSignal): Promise<Decision>;
  /** Somebody who may be having lunch. */
  isPerson?: boolean | undefined;
}

/** Nobody may say yes; a form that nobody fills in is put away, as codex exec does it. */
export const NEVER: Approver = {
  decide: ({ kind }) =>
    Promise.resolve({
      decision: kind === "elicitation" ? "cancel" : "decline",
      reason: "nobody may approve in this run",
    }),
};

/** Whatever can be allowed is allowed; what has to be filled in is not a matter of yes or no. */
export const ALWAYS: Approver = {
  decide: ({ kind }) =>
    Promise.resolve(
      kind === "user_input" || kind === "elicitation"
        ? { decision: "cancel", reason: "nobody filled it in (--answer)" }
        : { decision: "accept", reason: "--approve always" },
    ),
};

/** Has a decision made in time: one that does not come, or that fails, is a no. */
export const bounded = (approver: Approver, withinMs: number): Approver => ({
  isPerson: approver.isPerson,
  async decide(request, stop) {
    const late = new Error(`nobody decided within ${String(withinMs / 1000)} s`);
    const { signal, release } = anySignal([stop], { ms: withinMs, late });
    try {
      signal.throwIfAborted();
      // First of all: who hears of the end may still say yes.
      const ended = rejectOnAbort(signal);
      return await Promise.race([ended, approver.decide(request, signal)]);
    } catch (error) {
      const reason = stop.aborted ? "the run was stopped" : reasonOf(error);
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
