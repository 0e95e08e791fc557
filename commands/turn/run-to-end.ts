import type { TerminalEvent } from "../../src/dialect/events.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { failure } from "../../src/outcome/causes.js";
import { readQuota, requireQuota } from "../../src/session/quota.js";
import { abortable } from "../../src/async/abortable.js";
import type { Session } from "../../src/session/session.js";
import type { TurnRequest, TurnRunner } from "../../src/turn/turn-runner.js";
import { turnCompleted, turnFailed } from "../../src/translate/terminal-event.js";
import type { TurnCompletion } from "../../src/translate/turn-completion.js";
import type { TurnSetup } from "./turn-setup.js";
import { finishAndWrite } from "./turn-setup.js";
import { checkFailOn } from "./fail-on.js";

/** Runs the turn with its retries and its verification, and writes the last event. */
export async function runToEnd(
  session: Session,
  run: TurnRunner,
  prompt: Promise<string>,
  setup: TurnSetup,
): Promise<Pick<TerminalEvent, "exit_code">> {
  const { prepared } = setup;
  await requireEnoughQuota(session, run, setup);
  await runPreflight(session, setup);
  const first = await runAttempts(session, run, prepared.request(await prompt), setup);
  const result =
    first === undefined ? undefined : await runVerification(first, session, run, setup);
  await run.unsubscribe(session);
  // A fork without a prompt has no turn: it is complete.
  if (result === undefined) return { exit_code: exitCodeOf("completed") };
  return finishAndWrite(await terminalEventOf(result, run, setup), result, setup);
}

/** Checks `--min-quota`. */
async function requireEnoughQuota(
  { server }: Session,
  run: TurnRunner,
  { options: { minQuota }, runContext, sink: { notes } }: TurnSetup,
): Promise<void> {
  if (minQuota === undefined) return;
  const limits = await abortable(readQuota(server, notes), runContext.stop.signal);
  if (limits === undefined) return;
  run.updateLimits(limits);
  requireQuota(limits, minQuota, notes);
}

/** Checks the sandbox and the login, with `--preflight`. */
async function runPreflight(
  { server }: Session,
  { options, prepared, runContext, sink: { notes } }: TurnSetup,
): Promise<void> {
  if (options.preflight !== true) return;
  const { preflight } = await import("../../src/session/preflight.js");
  const { thread } = prepared.request("");
  await abortable(preflight(server, thread, notes), runContext.stop.signal);
}

/** Runs the turn, with retries if there is a plan. */
async function runAttempts(
  session: Session,
  run: TurnRunner,
  request: TurnRequest,
  { prepared: { retry }, runContext, sink: { emit, notes } }: TurnSetup,
): Promise<TurnCompletion | undefined> {
  if (retry === undefined) return run.runTurn(session, request);
  const { runWithRetries } = await import("../../src/turn/retry/run-with-retries.js");
  const stop = runContext.stop.signal;
  return runWithRetries(request, retry, { session, run, emit, notes, stop });
}

/** Runs `--verify`, and further turns until it passes or gives up. */
async function runVerification(
  result: TurnCompletion,
  session: Session,
  run: TurnRunner,
  { prepared: { verify }, runContext, sink: { emit } }: TurnSetup,
): Promise<VerifiedResult> {
  if (verify === undefined) return result;
  const { untilVerified } = await import("../../src/turn/verify/verify-turn.js");
  const continueTurn = (text: string): Promise<TurnCompletion> =>
    run.continueTurn(session, { input: [{ type: "text", text }] });
  return untilVerified(result, verify, { continueTurn, emit, runContext });
}

type VerifiedResult = TurnCompletion & { unverified?: string | null };

async function terminalEventOf(
  result: VerifiedResult,
  run: TurnRunner,
  { prepared, options, runContext }: TurnSetup,
): Promise<TerminalEvent> {
  if (result.status !== "completed") {
    return turnFailed(result.failure ?? failure("failed", "turn failed"), run.names, result);
  }
  return turnCompleted(
    result,
    run.names,
    await checkFailOn(result, prepared.check, options.failOn, runContext.stop.signal),
  );
}
