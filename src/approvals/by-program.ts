import { ApprovalDecision } from "../dialect/approval.js";
import { errorMessage } from "../outcome/errors.js";
import type { Approver } from "./approver.js";
import type { Decision } from "./response.js";

/** Runs the program once with the text on stdin and returns its stdout. Rejects on failure, timeout or abort. */
export type RunProgram = (input: string, stop: AbortSignal) => Promise<string>;

/**
 * Runs a program for each request: the request as JSON on its stdin, the decision as JSON on its
 * stdout. Requests are decided one at a time, in order. Any failure declines.
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
          return { decision: "decline", reason: errorMessage(error) };
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
    return { decision: "decline", reason: "the program's output is not a valid decision" };
  }
  const { decision, reason = "decided by the program" } = parsed.data;
  return { decision, reason };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
