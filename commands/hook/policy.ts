import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { ReviewReport } from "../../src/review/report.js";
import { counted } from "../../src/text/counted.js";

export type Mode = "warn" | "block";
export type OnError = "open" | "closed" | "warn";

/** Whether a push goes on, and the lines printed about it. */
export interface PushDecision {
  code: number;
  /** Separate lines: quoted text must not be able to start one. */
  lines: readonly string[];
}

/** Decides by the review's outcome and the user's policy. Pure. */
export function decidePush(
  { outcome, problem, findings }: Pick<ReviewReport, "outcome" | "problem" | "findings">,
  { mode, onError }: { mode: Mode; onError: OnError },
  failedWith: number,
): PushDecision {
  switch (outcome) {
    case "pass":
      return { code: 0, lines: ["the review passed"] };
    case "empty":
      return { code: 0, lines: [] };
    case "fail": {
      const count = findings.filter(({ blocking }) => blocking).length;
      const found = counted(count, "finding");
      return mode === "block"
        ? {
            code: exitCodeOf("findings"),
            lines: [
              `${found}: nothing is pushed`,
              'to skip the review, with a reason: TURNPIPE_SKIP="…" git push',
            ],
          }
        : { code: 0, lines: [`${found}, and the push continues (mode warn)`] };
    }
    case "error":
      return decideOnError(problem ?? "no review result", onError, failedWith);
  }
}

function decideOnError(problem: string, onError: OnError, failedWith: number): PushDecision {
  switch (onError) {
    case "open":
      return {
        code: 0,
        lines: [
          `COULD NOT REVIEW: ${problem}`,
          "THE PUSH CONTINUES WITHOUT A REVIEW (on_error: open)",
        ],
      };
    case "warn":
      return { code: 0, lines: [`could not review, and the push continues: ${problem}`] };
    case "closed":
      return {
        code: failedWith === 0 ? exitCodeOf("review_unreadable") : failedWith,
        lines: [`could not review: ${problem}: nothing is pushed (on_error: closed)`],
      };
  }
}
