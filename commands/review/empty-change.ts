import type { RunContext } from "../../src/context.js";
import { reviewOutcome } from "../../src/review/review-outcome.js";
import { Translator } from "../../src/translate/translator.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import type { ExecuteOptions } from "../turn/execute-turn.js";
import { terminalEvent } from "../turn/finish-turn.js";
import { openTurnOutput } from "../turn/output.js";
import type { ReviewContext } from "./finish-review.js";
import type { PreparedReview } from "./prepare.js";

/** Passes an empty change without a turn. */
export async function passEmptyChange(
  options: ExecuteOptions,
  { context, turn, render }: PreparedReview,
  runContext: RunContext,
): Promise<number> {
  const output = await openTurnOutput(options, turn, runContext);
  const { exit_code } = await output.write(NOTHING_REVIEWED, async (result) =>
    render({ ...terminalEvent(result), review: emptyReview(context) }),
  );
  return exitCodeAfterOutput(exit_code, runContext);
}

const NOTHING_REVIEWED = {
  ...new Translator(new Set()).snapshot(),
  status: "completed" as const,
  failure: null,
  threadId: null,
  turnId: null,
};

function emptyReview({ change, options, now, coverage }: ReviewContext) {
  const report = reviewOutcome({
    answer: {
      source: "json",
      correctness: null,
      explanation: null,
      confidence: null,
      findings: [],
    },
    findings: [],
    target: change.target,
    head: change.head,
    failOn: options.failOn,
    baseline: undefined,
    now,
    moved: null,
    problem: null,
    coverage,
  });
  return { ...report, source: "none" as const };
}
