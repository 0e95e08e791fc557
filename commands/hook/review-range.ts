import type { ConfigFile } from "../../config/schema.js";
import { failureOf } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { PushRange } from "../../src/review/pre-push.js";
import type { ReviewReport } from "../../src/review/report.js";
import type { Runtime } from "../../src/context.js";
import { parseReview } from "../review/options.js";
import { prepareReview } from "../review/prepare.js";
import { playTurn } from "../turn/execute-turn.js";

/** Reviews a pushed range; returns the report and the exit status `turnpipe review` would have. */
export async function reviewRange(
  { from, to }: PushRange,
  settings: ConfigFile,
  runtime: Runtime,
): Promise<{ report: ReviewReport | undefined; code: number; problem: string | null }> {
  try {
    const options = parseReview(
      { _: ["review"], range: `${from}..${to}`, ephemeral: true },
      settings,
    );
    // The hook prints the report itself, on stderr.
    const { prepared } = await prepareReview({ ...options, formats: [] }, runtime.cwd, runtime);
    let report: ReviewReport | undefined;
    const code = await playTurn(
      { ...options.turn, failOn: [] },
      {
        ...prepared,
        async conclude(event, snapshot) {
          const last = (await prepared.conclude?.(event, snapshot)) ?? event;
          report = last.review;
          return last;
        },
      },
      runtime,
    );
    return { report, code, problem: null };
  } catch (error) {
    const { cause, message } = failureOf(error);
    return { report: undefined, code: exitCodeOf(cause), problem: message };
  }
}
