import type { ApprovalRequest } from "../approval.js";
import { reasonOf } from "../errors.js";
import type { Verdict } from "./reply.js";

/** Who decides. Every decision comes to an end; when `stop` is aborted, at once. */
export interface Approver {
  decide(request: ApprovalRequest, stop: AbortSignal): Promise<Verdict>;
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
  decide(request, stop) {
    const late = `nobody decided within ${String(withinMs / 1000)} s`;
    const end = AbortSignal.any([stop, AbortSignal.timeout(withinMs)]);
    return new Promise((resolve) => {
      const no = (reason: string): void => {
        resolve({ decision: "decline", reason });
      };
      const ended = (): void => {
        no(stop.aborted ? "the run was stopped" : late);
      };
      if (end.aborted) {
        ended();
        return;
      }
      end.addEventListener("abort", ended, { once: true });
      // Inside of a promise: also what is thrown at once is a no.
      (async () => approver.decide(request, end))().then(resolve, (error: unknown) => {
        no(reasonOf(error));
      });
    });
  },
});
