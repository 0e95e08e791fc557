import { setTimeout as sleep } from "node:timers/promises";

import { CliError, failureOf } from "../../outcome/errors.js";
import type { Emit } from "../../dialect/events.js";
import type { Failure } from "../../outcome/causes.js";
import { abortable } from "../../async/abortable.js";
import type { Notes, Session } from "../../session/session.js";
import { explainRpcError } from "../../session/session.js";
import type { TurnRequest, TurnRunner } from "../turn-runner.js";
import type { TurnCompletion } from "../../translate/turn-completion.js";
import type { NextAttempt, RetryOptions } from "./retry-plan.js";
import { RetryPlan } from "./retry-plan.js";

/** Decides whether and when to retry, and waits. */
export interface RetryPolicy {
  next(failed: Failure): NextAttempt | undefined;
  pause(ms: number, stop: AbortSignal): Promise<unknown>;
  /** Retry even if commands ran or files changed. */
  unsafe: boolean;
}

export function createRetryPolicy(options: RetryOptions): RetryPolicy {
  const plan = new RetryPlan(options);
  return {
    next: (failed) => plan.next(failed, Date.now(), Math.random()),
    pause: (ms, signal) => sleep(ms, undefined, { signal }),
    unsafe: options.unsafe,
  };
}

interface RetryContext {
  session: Session;
  runner: TurnRunner;
  emit: Emit;
  notes: Notes;
  stop: AbortSignal;
}

/**
 * Runs a turn and retries it while it fails for lack of capacity; emits an event for each retry.
 */
export async function runWithRetries(
  request: TurnRequest,
  policy: RetryPolicy,
  context: RetryContext,
): Promise<TurnCompletion | undefined> {
  const { session, runner, emit, stop } = context;
  let wanted = request;
  let outcome = await outcomeOf(runner.runFirst(session, request));
  for (let attempt = 1; ; attempt++) {
    const { failed } = outcome;
    const next = failed && policy.next(failed);
    if (failed === undefined || next === undefined || !mayRetry(policy, context)) break;
    const { message, cause, httpStatus: http_status, resetsAt: resets_at } = failed;
    const { delayMs: delay_ms, model } = next;
    await emit({
      type: "retry.scheduled",
      ...{ attempt, cause, message, http_status, resets_at, delay_ms, model },
    });
    await abortable(policy.pause(delay_ms, stop), stop);
    wanted = withModel(wanted, model);
    outcome = await outcomeOf(runAgain(wanted, model, context));
  }
  if ("error" in outcome) throw outcome.error;
  return outcome.end;
}

type Outcome =
  | { failed: Failure | undefined; end: TurnCompletion | undefined }
  | { failed: Failure; error: Error };

/** Catches the error of a server that was too busy to start the turn. */
async function outcomeOf(running: Promise<TurnCompletion | undefined>): Promise<Outcome> {
  try {
    const end = await running;
    return { failed: end?.failure ?? undefined, end };
  } catch (thrown) {
    const error = explainRpcError(thrown);
    if (!(error instanceof CliError) || error.kind !== "overloaded") throw thrown;
    return { failed: failureOf(error), error };
  }
}

/**
 * Retries on the thread if there is one, without the failed turn, so that the prompt is there once.
 */
async function runAgain(
  request: TurnRequest,
  model: string | null,
  { session, runner }: RetryContext,
): Promise<TurnCompletion | undefined> {
  if (!runner.canContinue) return runner.runFirst(session, request);
  // A turn that ran commands stays: the model should know.
  if (!runner.mayHaveActed) await runner.revertFailedTurn(session);
  return runner.continueTurn(session, model === null ? {} : { model });
}

/** Sets the model for a thread that is not opened yet; it stays for later retries. */
function withModel(request: TurnRequest, model: string | null): TurnRequest {
  const { thread } = request;
  if (model === null || thread.kind === "reopen") return request;
  return { ...request, thread: { ...thread, params: { ...thread.params, model } } };
}

/** Commands and file changes must not be repeated. */
function mayRetry({ unsafe }: RetryPolicy, { runner, notes }: RetryContext): boolean {
  if (unsafe || !runner.mayHaveActed) return true;
  notes.warn(
    "not retried: the turn may have run commands or changed files (--retry-unsafe retries anyway)",
  );
  return false;
}
