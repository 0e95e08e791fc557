import { setTimeout as sleep } from "node:timers/promises";

import { CliError, failureOf } from "../../outcome/errors.js";
import type { Emit } from "../../dialect/events.js";
import type { Failure } from "../../outcome/causes.js";
import { abortable } from "../../async/abortable.js";
import type { Notes, Session } from "../../session/session.js";
import { explainRpcError } from "../../session/session.js";
import type { TurnRequest, TurnRun } from "../turn.js";
import type { TurnResult } from "../../translate/turn-end.js";
import type { NextAttempt, RetryOptions } from "./retry-plan.js";
import { RetryPlan } from "./retry-plan.js";

/** Whether to try again, and when. */
export interface Retrying {
  next(failed: Failure): NextAttempt | undefined;
  pause(ms: number, stop: AbortSignal): Promise<unknown>;
  /** Also after commands ran or files changed. */
  unsafe: boolean;
}

/** As a command line has it. */
export function retryingBy(wish: RetryOptions): Retrying {
  const plan = new RetryPlan(wish);
  return {
    next: (failed) => plan.next(failed, Date.now(), Math.random()),
    pause: (ms, signal) => sleep(ms, undefined, { signal }),
    unsafe: wish.unsafe,
  };
}

interface Means {
  session: Session;
  run: TurnRun;
  emit: Emit;
  notes: Notes;
  stop: AbortSignal;
}

/** Plays a turn, again and again where it failed for want of capacity; each new attempt is told. */
export async function playWithRetries(
  request: TurnRequest,
  retrying: Retrying,
  means: Means,
): Promise<TurnResult | undefined> {
  const { session, run, emit, stop } = means;
  let wanted = request;
  let outcome = await tried(run.play(session, request));
  for (let attempt = 1; ; attempt++) {
    const { failed } = outcome;
    const next = failed && retrying.next(failed);
    if (failed === undefined || next === undefined || !mayRepeat(retrying, means)) break;
    const { message, cause, httpStatus: http_status, resetsAt: resets_at } = failed;
    const { delayMs: delay_ms, model } = next;
    await emit({
      type: "retry.scheduled",
      ...{ attempt, cause, message, http_status, resets_at, delay_ms, model },
    });
    await abortable(retrying.pause(delay_ms, stop), stop);
    wanted = withModel(wanted, model);
    outcome = await tried(repeated(wanted, model, means));
  }
  if ("error" in outcome) throw outcome.error;
  return outcome.end;
}

type Outcome =
  { failed: Failure | undefined; end: TurnResult | undefined } | { failed: Failure; error: Error };

/** A turn that failed, or one that the server was too busy to begin. */
async function tried(playing: Promise<TurnResult | undefined>): Promise<Outcome> {
  try {
    const end = await playing;
    return { failed: end?.failure ?? undefined, end };
  } catch (thrown) {
    const error = explainRpcError(thrown);
    if (!(error instanceof CliError) || error.kind !== "overloaded") throw thrown;
    return { failed: failureOf(error), error };
  }
}

/** A thread that is there already has what failed taken out, so that it is asked once. */
async function repeated(
  request: TurnRequest,
  model: string | null,
  { session, run }: Means,
): Promise<TurnResult | undefined> {
  if (!run.canGoOn) return run.play(session, request);
  // What was done is better remembered.
  if (!run.hasActed) await run.forget(session);
  return run.goOn(session, model === null ? {} : { model });
}

/** For a thread that is still to be opened. A model that stepped in stays. */
function withModel(request: TurnRequest, model: string | null): TurnRequest {
  const { thread } = request;
  if (model === null || thread.kind === "reopen") return request;
  return { ...request, thread: { ...thread, params: { ...thread.params, model } } };
}

/** What was done once must not be done twice. */
function mayRepeat({ unsafe }: Retrying, { run, notes }: Means): boolean {
  if (unsafe || !run.hasActed) return true;
  notes.warn(
    "not tried again: the turn may have run commands or changed files (--retry-unsafe does)",
  );
  return false;
}
