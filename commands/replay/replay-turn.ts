import { failure } from "../../src/outcome/causes.js";
import type { RecordedFailure, RecordingHead } from "../../src/dialect/recording.js";
import type { RunContext } from "../../src/context.js";
import { abortable } from "../../src/async/abortable.js";
import type { TurnRequest } from "../../src/turn/turn-runner.js";
import type { Include } from "../../src/translate/include.js";
import { asWriteFailure } from "../turn/write-results.js";
import type { PreparedTurn } from "../turn/prepare.js";
import type { NextAttempt } from "../../src/turn/retry/retry-plan.js";
import type { PreparedTurnOptions } from "../turn/turn-setup.js";
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
export const optionsFrom = (turn: Turn, view: ViewOptions): PreparedTurnOptions => ({
  ...NO_SERVER,
  json: view.json ?? turn.json,
  level: view.level,
  color: view.color ?? "auto",
  rawOutput: view.rawOutput,
  include: turn.include as Include[],
  failOn: turn.fail_on as FailOn[],
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
  const [unwritten] = given("unwritten") as RecordedFailure[];
  return {
    prompt: () => (request === undefined ? Promise.reject(ending) : Promise.resolve("")),
    request: () => (requests.length > 1 ? requests.shift() : requests[0]) as TurnRequest,
    check: await checkOf(request, replay.runContext.stop.signal),
    warnsUntrusted: turn.tells_trust,
    verify: verifyFrom(turn, replay),
    retry: retryFrom(turn, replay),
    steering: turn.steers ? steering : undefined,
    approver: turn.decides ? approver : undefined,
    targets: { output: undefined, diff: undefined, result: undefined, strict: true },
    async conclude(event, snapshot) {
      if (unwritten === undefined) return event;
      const { kind, message } = toCliError(unwritten);
      return asWriteFailure(event, snapshot, failure(kind, message));
    },
  };
}

/** The recorded check results; an unfinished check waits until the recorded stop. */
function verifyFrom({ verify }: Turn, { given }: ReplaySession): PreparedTurn["verify"] {
  if (verify === null || verify === undefined) return undefined;
  const checks = given("check") as Check[];
  const check = async ({ stop }: RunContext): Promise<Check> =>
    checks.shift() ?? untilStopped(stop.signal);
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
): Promise<PreparedTurn["check"]> {
  const schema = request?.task.kind === "turn" ? request.task.params.outputSchema : null;
  if (schema === null || schema === undefined) return undefined;
  const { compileAnswerCheck } = await import("../../src/answer/answer-check.js");
  return compileAnswerCheck(schema, signal);
}
