import type { ConfigFile } from "../../config/schema.js";
import { failureOf } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { PushRange } from "../../src/review/pre-push.js";
import type { ReviewReport } from "../../src/review/report.js";
import type { RunContext } from "../../src/context.js";
import { parseReview } from "../review/options.js";
import { prepareReview, reviewTurn } from "../review/prepare.js";
import { runPreparedTurn } from "../turn/execute-turn.js";

/** Reviews a pushed range; returns the report and the exit status `turnpipe review` would have. */
export async function reviewRange(
  { from, to }: PushRange,
  settings: ConfigFile,
  runContext: RunContext,
): Promise<{ report: ReviewReport | undefined; code: number; problem: string | null }> {
  try {
    const options = parseReview(
      { _: ["review"], range: `${from}..${to}`, ephemeral: true },
      settings,
    );
    // The hook prints the report itself, on stderr.
    const review = await prepareReview({ ...options, formats: [] }, runContext.cwd, runContext);
    let report: ReviewReport | undefined;
    const render: typeof review.render = (event) => {
      report = event.review;
      return review.render(event);
    };
    const turn = reviewTurn({ ...review, render });
    const code = await runPreparedTurn(options.turn, turn, runContext);
    return { report, code, problem: null };
  } catch (error) {
    const { cause, message } = failureOf(error);
    return { report: undefined, code: exitCodeOf(cause), problem: message };
  }
}
