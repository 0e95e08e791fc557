import type { AnswerCheck } from "../../src/answer/answer-check.js";
import type { TerminalEvent } from "../../src/dialect/events.js";
import { failure } from "../../src/outcome/causes.js";
import type { FailOnResult } from "../../src/translate/terminal-event.js";
import { turnCompleted, turnFailed } from "../../src/translate/terminal-event.js";
import type { TurnResult } from "../../src/turn/run-turn.js";
import type { FailOn } from "./fail-on.js";
import { checkFailOn } from "./fail-on.js";

/** The terminal event of a turn, and the texts made from it. */
export interface FinishedTurn {
  event: TerminalEvent;
  /** Printed on stdout without --json. */
  stdout: string | null;
  files: readonly { path: string; text: string }[];
}

/** What decides about a turn that completed, and where its answer goes. */
export interface FinishOptions {
  output: string | undefined;
  check?: AnswerCheck | undefined;
  failOn?: readonly FailOn[];
  stop: AbortSignal;
}

/** Finishes a turn whose result is its answer. */
export async function finishTurn(
  result: TurnResult,
  { output, check, failOn = [], stop }: FinishOptions,
): Promise<FinishedTurn> {
  const event =
    result.status === "completed"
      ? terminalEvent(result, await checkFailOn(result, check, failOn, stop))
      : terminalEvent(result);
  return { event, ...answerTexts(event, output) };
}

/** The terminal event of a turn; `failOn` may let a completed one fail. */
export const terminalEvent = (result: TurnResult, failOn: FailOnResult = PASSED): TerminalEvent =>
  result.status === "completed"
    ? turnCompleted(result, result, failOn)
    : turnFailed(result.failure ?? failure("failed", "turn failed"), result, result);

const PASSED: FailOnResult = { cause: "completed", problem: null };

/** The final message for stdout and `-o`; a partial one goes to `-o` only. */
export function answerTexts(
  event: TerminalEvent,
  output: string | undefined,
): Pick<FinishedTurn, "stdout" | "files"> {
  const { final_message: text } = event;
  if (event.type === "turn.failed" && !isPartialAnswer(event)) return { stdout: null, files: [] };
  return {
    stdout: event.type === "turn.failed" ? null : text,
    files: output === undefined ? [] : [{ path: output, text: text ?? "" }],
  };
}

/**
 * Whether a limit of the user's own cut the answer short. It is kept, but not printed: a pipe would take
 * it for the whole answer.
 */
const isPartialAnswer = ({
  partial,
  error,
  final_message,
}: Extract<TerminalEvent, { partial: boolean }>) =>
  partial && final_message !== null && (error.cause === "timeout" || error.cause === "budget");
