import type { Emit } from "../../dialect/events.js";
import type { Runtime } from "../../context.js";
import type { TurnResult } from "../../translate/turn-end.js";
import type { Check } from "./run-check.js";

/** How a turn's work is checked, and how many more turns that may cost. */
export interface Verification {
  command: string;
  retries: number;
  check(runtime: Runtime): Promise<Check>;
}

/** The end of a turn whose work was checked: why it is still not right, or null. */
export type VerifiedEnd = TurnResult & { unverified: string | null };

interface Means {
  /** Has the agent go on with a text. */
  goOn(text: string): Promise<TurnResult>;
  emit: Emit;
  runtime: Runtime;
}

/** Checks what a completed turn did; while that fails, the agent is told and goes on. */
export async function untilVerified(
  first: TurnResult,
  { command, retries, check: run }: Verification,
  { goOn, emit, runtime }: Means,
): Promise<VerifiedEnd> {
  let end = first;
  for (let attempt = 1; ; attempt++) {
    if (end.status !== "completed") return { ...end, unverified: null };
    await emit({ type: "verify.started", command, attempt });
    const check = await run(runtime);
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
    if (attempt > retries) return { ...end, unverified: complaint(command, check, attempt) };
    const next = await goOn(request(command, check));
    // What the run took is what its turns took.
    end = { ...next, durationMs: sum(end.durationMs, next.durationMs) };
  }
}

const complaint = (command: string, { how }: Check, attempts: number): string =>
  `--verify ${command}: still fails after ${attempts === 1 ? "1 turn" : `${String(attempts)} turns`} (${how})`;

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

function request(command: string, { how, output }: Check): string {
  const said = output === "" ? "It said nothing." : `The end of what it said:\n\n${output}`;
  return (
    `Your work was checked with this command, and it failed (${how}):\n\n    ${command}\n\n${said}\n\n` +
    "Fix the cause. Do not weaken the check itself. The same command is run again when you are done."
  );
}
