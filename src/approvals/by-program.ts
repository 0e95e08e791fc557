import { ApprovalDecision } from "../dialect/approval.js";
import { reasonOf } from "../outcome/errors.js";
import type { Approver } from "./approver.js";
import type { Decision } from "./response.js";

/** Runs the program once: text in, text out. Fails when it does, when it takes too long, or on a stop. */
export type RunProgram = (input: string, stop: AbortSignal) => Promise<string>;

/**
 * Has a program decide: the request as JSON on its stdin, the decision as JSON on its stdout. One
 * after the other, in order. Whatever goes wrong with it is a no.
 */
export function byProgram(run: RunProgram): Approver {
  let previous: Promise<unknown> = Promise.resolve();
  return {
    decide(request, stop) {
      const decision = previous.then(async (): Promise<Decision> => {
        try {
          stop.throwIfAborted();
          return decisionIn(await run(`${JSON.stringify(request)}\n`, stop));
        } catch (error) {
          return { decision: "decline", reason: reasonOf(error) };
        }
      });
      previous = decision;
      return decision;
    },
  };
}

function decisionIn(output: string): Decision {
  const parsed = ApprovalDecision.safeParse(parse(output));
  if (!parsed.success) {
    return { decision: "decline", reason: "the program's answer is no decision" };
  }
  const { decision, reason = "the program decided so" } = parsed.data;
  return { decision, reason };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
