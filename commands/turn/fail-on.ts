import type { AnswerCheck } from "../../src/answer/answer-check.js";
import type { FailOnResult } from "../../src/translate/terminal-event.js";
import type { TurnCompletion } from "../../src/translate/turn-completion.js";

/** The conditions of `--fail-on`. */
export const FAIL_ON = ["no-change", "declined", "tools-failed", "empty-answer"] as const;

export type FailOn = (typeof FAIL_ON)[number];

/** Checks a completed turn: the schema, then `--verify`, then the `--fail-on` conditions in order. */
export async function checkFailOn(
  result: TurnCompletion & { unverified?: string | null },
  check: AnswerCheck | undefined,
  failOn: readonly FailOn[],
  signal: AbortSignal,
): Promise<FailOnResult> {
  const mismatch = await check?.(result.finalMessage, signal);
  if (mismatch !== undefined) {
    return { cause: "schema_mismatch", problem: `${mismatch} (--output-schema)` };
  }
  const { unverified = null } = result;
  if (unverified !== null) return { cause: "verify_failed", problem: unverified };
  for (const condition of failOn) {
    const failed = CONDITIONS[condition](result);
    if (failed !== undefined) return failed;
  }
  return { cause: "completed", problem: null };
}

const CONDITIONS: Readonly<Record<FailOn, (result: TurnCompletion) => FailOnResult | undefined>> = {
  "no-change": ({ work }) =>
    work.files_changed === 0 ? { cause: "no_change", problem: "no file was changed" } : undefined,
  declined: ({ work }) =>
    work.declined > 0
      ? { cause: "declined", problem: `${String(work.declined)} actions were declined` }
      : undefined,
  "tools-failed": ({ work }) => {
    const failed = work.commands_failed + work.mcp_failed;
    return failed > 0
      ? { cause: "tools_failed", problem: `${String(failed)} commands or tool calls failed` }
      : undefined;
  },
  "empty-answer": ({ finalMessage }) =>
    (finalMessage ?? "").trim() === ""
      ? { cause: "empty_answer", problem: "the answer is empty" }
      : undefined,
};
