import type { RecordedFailure, RecordingHead } from "../../src/dialect/recording.js";
import { failureOf } from "../../src/outcome/errors.js";
import type { AnswerCheck } from "../../src/answer/answer-check.js";
import { abortable } from "../../src/async/abortable.js";
import type { TurnResult } from "../../src/turn/run-turn.js";
import type { TurnRequest } from "../../src/turn/turn-runner.js";
import type { Include } from "../../src/translate/include.js";
import type { FinishedTurn } from "../turn/finish-turn.js";
import { finishTurn } from "../turn/finish-turn.js";
import { NO_TARGETS } from "../turn/result-targets.js";
import { asWriteFailure } from "../turn/write-results.js";
import type { PreparedTurn } from "../turn/prepare.js";
import type { NextAttempt } from "../../src/turn/retry/retry-plan.js";
import type { ExecuteOptions } from "../turn/execute-turn.js";
import { runPreparedTurn } from "../turn/execute-turn.js";
import type { FailOn } from "../turn/fail-on.js";
import type { Check } from "../../src/turn/verify/run-check.js";
import type { ReplaySession } from "../../src/recording/replay-session.js";
import { toCliError } from "../../src/recording/read-recording.js";
import type { ViewOptions } from "./view-options.js";
import { NO_SERVER } from "./view-options.js";

type Turn = NonNullable<RecordingHead["turn"]>;

/** Replays a recorded turn of `run` or `resume`. */
export const replayTurn = async (
  turn: Turn,
  view: ViewOptions,
  replay: ReplaySession,
): Promise<number> =>
  runPreparedTurn(optionsFrom(turn, view), await preparedFrom(turn, replay), replay.runContext);

/** The options of the recorded turn, with those of this view. */
export const optionsFrom = (turn: Turn, view: ViewOptions): ExecuteOptions => ({
  ...NO_SERVER,
  json: view.json ?? turn.json,
  level: view.level,
  color: view.color ?? "auto",
  rawOutput: view.rawOutput,
  include: turn.include as Include[],
  minQuota: turn.min_quota ?? undefined,
  limits: {
    maxTokens: turn.budget?.tokens ?? undefined,
    maxSteps: turn.budget?.steps ?? undefined,
  },
});

/** Prepares the turn with all its inputs taken from the recording. Writes no files. */
export async function preparedFrom(turn: Turn, replay: ReplaySession): Promise<PreparedTurn> {
  const { given, found, ending, approver, steering } = replay;
  const requests = (given("request") as TurnRequest[]).map(({ thread, task }) => ({
    task,
    thread: ("query" in thread
      ? { ...thread, query: found(thread.query) }
      : thread) as typeof thread,
  }));
  const [request] = requests;
  const stop = replay.runContext.stop.signal;
  const check = await checkOf(request, stop);
  const failOn = turn.fail_on as FailOn[];
  return {
    prompt: () => (request === undefined ? Promise.reject(ending) : Promise.resolve("")),
    request: () => (requests.length > 1 ? requests.shift() : requests[0]) as TurnRequest,
    warnsUntrusted: turn.tells_trust,
    verify: verifyFrom(turn, replay),
    retry: retryFrom(turn, replay),
    steering: turn.steers ? steering : undefined,
    approver: turn.decides ? approver : undefined,
    targets: NO_TARGETS,
    prints: "answer",
    finish: async (result) =>
      asWritten(
        await finishTurn(result, { output: undefined, check, failOn, stop }),
        result,
        replay,
      ),
  };
}

/** The recorded failure to write a result, or else the result as it is. */
export function asWritten(
  finished: FinishedTurn,
  result: TurnResult,
  { given }: ReplaySession,
): FinishedTurn {
  const [unwritten] = given("unwritten") as RecordedFailure[];
  if (unwritten === undefined) return finished;
  const event = asWriteFailure(finished.event, result, failureOf(toCliError(unwritten)));
  return event === finished.event ? finished : { event, stdout: null, files: [] };
}

/** The recorded check results; an unfinished check waits until the recorded stop. */
function verifyFrom({ verify }: Turn, { given }: ReplaySession): PreparedTurn["verify"] {
  if (verify === null || verify === undefined) return undefined;
  const checks = given("check") as Check[];
  const check = async (stop: AbortSignal): Promise<Check> => checks.shift() ?? untilStopped(stop);
  return { ...verify, check };
}

/** The recorded attempts, without the pauses between them. */
function retryFrom({ retry }: Turn, { given }: ReplaySession): PreparedTurn["retry"] {
  if (retry === null || retry === undefined) return undefined;
  const nexts = given("retry") as (NextAttempt | null)[];
  const pauses = given("pause").length;
  let paused = 0;
  const pause = async (_: number, stop: AbortSignal): Promise<void> => {
    if (++paused > pauses) await untilStopped(stop);
  };
  return { ...retry, next: () => nexts.shift() ?? undefined, pause };
}

/** For steps that were never finished: the run was stopped. */
const untilStopped = (stop: AbortSignal): Promise<never> =>
  abortable(new Promise<never>(() => undefined), stop);

async function checkOf(
  request: TurnRequest | undefined,
  signal: AbortSignal,
): Promise<AnswerCheck | undefined> {
  const schema = request?.task.kind === "turn" ? request.task.params.outputSchema : null;
  if (schema === null || schema === undefined) return undefined;
  const { compileAnswerCheck } = await import("../../src/answer/answer-check.js");
  return compileAnswerCheck(schema, signal);
}
