import { failureOf } from "../outcome/errors.js";
import type { Session } from "../session/session.js";
import { explainRpcError } from "../session/session.js";
import type { TurnIds } from "../translate/terminal-event.js";
import type { TurnCompletion, TurnSnapshot } from "../translate/turn-completion.js";
import type { RetryPolicy } from "./retry/run-with-retries.js";
import type { TurnRequest, TurnSettings } from "./turn-runner.js";
import { TurnRunner } from "./turn-runner.js";
import type { Verification } from "./verify/verify-turn.js";

/** What a turn needs besides its session: where events go, what stops it, and who decides. */
export interface TurnContext extends TurnSettings {
  retry?: RetryPolicy | undefined;
  verify?: Verification | undefined;
}

/** How a turn ended, and on which thread. */
export interface TurnResult extends TurnCompletion, TurnIds {
  /** The error that ended it on our side: a signal, a limit, a lost server. */
  error?: unknown;
  /** Why `--verify` still fails; null if it does not. */
  unverified?: string | null;
}

/**
 * Runs a turn with its retries and its verification; undefined for a task without a turn. An error is part of
 * the result and not thrown. Can be called many times on one session, also at the same time.
 */
export async function runTurn(
  session: Session,
  request: TurnRequest,
  context: TurnContext,
): Promise<TurnResult | undefined> {
  const runner = new TurnRunner(context);
  try {
    const first = await runAttempts(session, request, { runner, context });
    const result = first && (await runVerification(first, session, { runner, context }));
    await runner.unsubscribe(session);
    return result && { ...result, ...runner.ids };
  } catch (error) {
    // A server of our own ends with the run, one that ran before does not.
    if (request.thread.connected === true) await runner.unsubscribe(session);
    return failedResult(explainRpcError(error), { ...runner.snapshot(), ...runner.ids });
  } finally {
    runner.close();
  }
}

/** The result of a turn that an error ended; `soFar` is what it had done until then. */
export const failedResult = (error: unknown, soFar: TurnSnapshot & TurnIds): TurnResult => ({
  ...soFar,
  status: "failed",
  failure: failureOf(error),
  error,
});

/** The state of a turn that was not started. */
export function nothingDone(context: TurnContext): TurnSnapshot & TurnIds {
  const runner = new TurnRunner(context);
  return { ...runner.snapshot(), ...runner.ids };
}

interface Run {
  runner: TurnRunner;
  context: TurnContext;
}

/** Runs the turn, with retries if there is a policy. Loaded on demand: few runs have one. */
async function runAttempts(
  session: Session,
  request: TurnRequest,
  { runner, context }: Run,
): Promise<TurnCompletion | undefined> {
  const { retry, emit, notes, stop } = context;
  if (retry === undefined) return runner.runFirst(session, request);
  const { runWithRetries } = await import("./retry/run-with-retries.js");
  return runWithRetries(request, retry, { session, runner, emit, notes, stop });
}

/** Runs `--verify`, and further turns until it passes or gives up. */
async function runVerification(
  first: TurnCompletion,
  session: Session,
  { runner, context: { verify, emit, stop } }: Run,
): Promise<TurnCompletion & Pick<TurnResult, "unverified">> {
  if (verify === undefined) return first;
  const { untilVerified } = await import("./verify/verify-turn.js");
  const continueTurn = (text: string): Promise<TurnCompletion> =>
    runner.continueTurn(session, { input: [{ type: "text", text }] });
  return untilVerified(first, verify, { continueTurn, emit, stop });
}
