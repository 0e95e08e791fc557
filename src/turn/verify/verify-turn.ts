import type { Emit } from "../../dialect/events.js";
import type { TurnCompletion } from "../../translate/turn-completion.js";
import type { Check } from "./run-check.js";
import { counted } from "../../text/counted.js";

/** How to check a turn's work, and how many follow-up turns that may start. */
export interface Verification {
  command: string;
  retries: number;
  check(stop: AbortSignal): Promise<Check>;
}

/** The result of a checked turn; `unverified` says why the check still fails, or is null. */
export type VerifiedResult = TurnCompletion & { unverified: string | null };

interface VerifyContext {
  /** Runs a follow-up turn with a prompt. */
  continueTurn(text: string): Promise<TurnCompletion>;
  emit: Emit;
  stop: AbortSignal;
}

/** Checks a completed turn; while the check fails, runs follow-up turns to fix the cause. */
export async function untilVerified(
  first: TurnCompletion,
  { command, retries, check: run }: Verification,
  { continueTurn, emit, stop }: VerifyContext,
): Promise<VerifiedResult> {
  let end = first;
  for (let attempt = 1; ; attempt++) {
    if (end.status !== "completed") return { ...end, unverified: null };
    await emit({ type: "verify.started", command, attempt });
    const check = await run(stop);
    const { passed, exitCode, output, durationMs } = check;
    await emit({
      type: "verify.completed",
      command,
      attempt,
      passed,
      exit_code: exitCode,
      output,
      duration_ms: durationMs,
    });
    if (passed) return { ...end, unverified: null };
    if (attempt > retries) return { ...end, unverified: failureMessage(command, check, attempt) };
    const next = await continueTurn(retryPrompt(command, check));
    // The duration of the run is the sum of its turns.
    end = { ...next, durationMs: sum(end.durationMs, next.durationMs) };
  }
}

const failureMessage = (command: string, { how }: Check, attempts: number): string =>
  `--verify ${command}: still fails after ${counted(attempts, "turn")} (${how})`;

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

function retryPrompt(command: string, { how, output }: Check): string {
  const outputText = output === "" ? "It printed nothing." : `The end of its output:\n\n${output}`;
  return (
    `Your work was checked with this command, and it failed (${how}):\n\n    ${command}\n\n${outputText}\n\n` +
    "Fix the cause. Do not weaken the check itself. The same command is run again when you are done."
  );
}
