import type { TerminalEvent } from "../../src/dialect/events.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { failure } from "../../src/outcome/causes.js";
import { readQuota, requireQuota } from "../../src/session/quota.js";
import { reach } from "../../src/async/abortable.js";
import type { Session } from "../../src/session/session.js";
import type { TurnRequest, TurnRun } from "../../src/turn/turn.js";
import { turnCompleted, turnFailed } from "../../src/translate/terminal.js";
import type { TurnEnd } from "../../src/translate/turn-end.js";
import type { Stage } from "./stage.js";
import { hand } from "./stage.js";
import { judge } from "./fail-on.js";

/** What is done with a session: one turn, or as many as it takes, to the last event. */
export async function perform(
  session: Session,
  run: TurnRun,
  prompt: Promise<string>,
  stage: Stage,
): Promise<Pick<TerminalEvent, "exit_code">> {
  const { prepared } = stage;
  await requireMeans(session, run, stage);
  await requirePlace(session, stage);
  const first = await attempted(session, run, prepared.request(await prompt), stage);
  const end = first === undefined ? undefined : await checked(first, session, run, stage);
  await run.leave(session);
  // A branch without a turn is done when it is made.
  if (end === undefined) return { exit_code: exitCodeOf("completed") };
  return hand(await closingEvent(end, run, stage), end, stage);
}

/** Nothing is begun that the account cannot pay for. */
async function requireMeans(
  { server }: Session,
  run: TurnRun,
  { options: { minQuota }, runtime, report: { notes } }: Stage,
): Promise<void> {
  if (minQuota === undefined) return;
  const limits = await reach(readQuota(server, notes), runtime.stop.signal);
  if (limits === undefined) return;
  run.knownLimits(limits);
  requireQuota(limits, minQuota, notes);
}

/** Nothing is begun where commands cannot run, or nobody is logged in, if that is to be looked at. */
async function requirePlace(
  { server }: Session,
  { options, prepared, runtime, report: { notes } }: Stage,
): Promise<void> {
  if (options.preflight !== true) return;
  const { preflight } = await import("../../src/session/preflight.js");
  const { thread } = prepared.request("");
  await reach(preflight(server, thread, notes), runtime.stop.signal);
}

/** The turn, once, or as often as it may be tried. */
async function attempted(
  session: Session,
  run: TurnRun,
  request: TurnRequest,
  { prepared: { retry }, runtime, report: { emit, notes } }: Stage,
): Promise<TurnEnd | undefined> {
  if (retry === undefined) return run.play(session, request);
  const { playWithRetries } = await import("../../src/turn/retry/run-with-retries.js");
  const stop = runtime.stop.signal;
  return playWithRetries(request, retry, { session, run, emit, notes, stop });
}

/** The turn, and those that follow until what it did passes its check. */
async function checked(
  end: TurnEnd,
  session: Session,
  run: TurnRun,
  { prepared: { verify }, runtime, report: { emit } }: Stage,
): Promise<CheckedEnd> {
  if (verify === undefined) return end;
  const { untilVerified } = await import("../../src/turn/verify/verify-turn.js");
  const goOn = (text: string): Promise<TurnEnd> =>
    run.goOn(session, { input: [{ type: "text", text }] });
  return untilVerified(end, verify, { goOn, emit, runtime });
}

type CheckedEnd = TurnEnd & { unverified?: string | null };

async function closingEvent(
  end: CheckedEnd,
  run: TurnRun,
  { prepared, options, runtime }: Stage,
): Promise<TerminalEvent> {
  if (end.status !== "completed") {
    return turnFailed(end.failure ?? failure("failed", "turn failed"), run.names, end);
  }
  return turnCompleted(
    end,
    run.names,
    await judge(end, prepared.check, options.failOn, runtime.stop.signal),
  );
}
