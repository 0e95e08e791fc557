import type { RunContext } from "../../src/context.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { emptyReport } from "../../src/review/review-outcome.js";
import { Translator } from "../../src/translate/translator.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import type { ExecuteOptions } from "../turn/execute-turn.js";
import type { FinishedTurn } from "../turn/finish-turn.js";
import { terminalEvent } from "../turn/finish-turn.js";
import { openTurnOutput } from "../turn/output.js";
import type { ReviewContext } from "./finish-review.js";
import type { PreparedReview } from "./prepare.js";

/** Reports that there is nothing to review, without a turn. */
export async function reportEmptyChange(
  options: ExecuteOptions,
  { context, turn, render }: PreparedReview,
  runContext: RunContext,
): Promise<number> {
  const output = await openTurnOutput(options, turn, runContext);
  const { exit_code } = await output.write(NOTHING_REVIEWED, async () => finished(context, render));
  return exitCodeAfterOutput(exit_code, runContext);
}

function finished(
  { change, options, coverage }: ReviewContext,
  render: PreparedReview["render"],
): FinishedTurn {
  const { failOn, failOnEmpty } = options;
  const review = emptyReport({ ...change, failOn, coverage });
  const cause = failOnEmpty ? "no_change" : "completed";
  const problem = failOnEmpty ? `nothing to review: ${review.problem ?? ""}` : null;
  const event = terminalEvent(NOTHING_REVIEWED, { cause, problem });
  return render({ ...event, exit_code: exitCodeOf(cause), review });
}

const NOTHING_REVIEWED = {
  ...new Translator(new Set()).snapshot(),
  status: "completed" as const,
  failure: null,
  threadId: null,
  turnId: null,
};
