import type { Approver } from "../../src/approvals/approver.js";
import { abortable } from "../../src/async/abortable.js";
import { anySignal } from "../../src/async/any-signal.js";
import type { RunContext } from "../../src/context.js";
import type { Emit, TerminalEvent } from "../../src/dialect/events.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { ThreadParams } from "../../src/protocol/params.js";
import { connect } from "../../src/session/connect.js";
import type { ServerOptions } from "../../src/session/server-spec.js";
import { apiKeyIn, wantedBy } from "../../src/session/server-spec.js";
import type { SessionSettings } from "../../src/session/session.js";
import { withSession } from "../../src/session/session.js";
import { RunLimits } from "../../src/turn/limits.js";
import type { TurnContext, TurnResult } from "../../src/turn/run-turn.js";
import { failedResult, nothingDone, runTurn } from "../../src/turn/run-turn.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import { checkQuota, mayLackLogin, runPreflight } from "./check-before-turn.js";
import { finishFailed } from "./finish-failed.js";
import type { SinkStyle } from "./event-sink.js";
import type { TurnOptions } from "./options.js";
import type { TurnOutput } from "./output.js";
import { openTurnOutput } from "./output.js";
import type { PreparedTurn } from "./prepare.js";
import { prepareTurn } from "./prepare.js";
import { turnDirectory } from "./turn-directory.js";

/** Runs one turn and returns the exit status. Bad input throws before anything is printed. */
export async function executeTurn(options: TurnOptions, runContext: RunContext): Promise<number> {
  if (options.demo === undefined) return executePrepared(options, runContext);
  const { withDemo } = await import("./demo.js");
  return withDemo(options.demo, options, runContext, executePrepared);
}

async function executePrepared(given: TurnOptions, runContext: RunContext): Promise<number> {
  if (!given.worktree) return executeIn(given, runContext, (prepared) => prepared);
  const { runWorktree } = await import("./run-worktree.js");
  const worktree = runWorktree(given, runContext);
  try {
    return await executeIn(worktree.options, runContext, worktree.prepared);
  } finally {
    worktree.end();
  }
}

async function executeIn(
  options: TurnOptions,
  runContext: RunContext,
  change: (prepared: PreparedTurn) => PreparedTurn,
): Promise<number> {
  const approver = await approverOf(options, runContext);
  const prepared = change({ ...(await prepareTurn(options, runContext)), approver });
  if (options.record === undefined) return runPreparedTurn(options, prepared, runContext);
  const { recordTurn } = await import("./record-turn.js");
  return recordTurn(options.record, { options, prepared }, runContext, runPreparedTurn);
}

/** Loads the approver only if there is one: most runs have none. */
async function approverOf(
  { approve, cd, connect: running }: TurnOptions,
  runContext: RunContext,
): Promise<Approver | undefined> {
  if (approve.by === "never" && approve.answers.size === 0) return undefined;
  const { approverFor } = await import("./approver.js");
  return approverFor(approve, turnDirectory({ cd, connect: running }, runContext.cwd), runContext);
}

/** The options that matter once a turn is prepared. */
export type ExecuteOptions = ServerOptions &
  Omit<SinkStyle, "prints"> &
  Pick<TurnOptions, "include"> &
  Partial<Pick<TurnOptions, "failOn" | "minQuota" | "preflight" | "limits" | "startupMs">>;

/** Runs a prepared turn on a server of its own, and writes the results. */
export async function runPreparedTurn(
  options: ExecuteOptions,
  prepared: PreparedTurn,
  runContext: RunContext,
): Promise<number> {
  const output = await openTurnOutput(options, prepared, runContext);
  try {
    const { exit_code } = await runOnServer(options, prepared, output, runContext);
    return exitCodeAfterOutput(exit_code, runContext);
  } finally {
    output.close();
  }
}

async function runOnServer(
  options: ExecuteOptions,
  prepared: PreparedTurn,
  output: TurnOutput,
  runContext: RunContext,
): Promise<Pick<TerminalEvent, "exit_code">> {
  const stop = runContext.stop.signal;
  const limits = new RunLimits(options.limits ?? {}, (error) => {
    // In a replay the recording says when the turn was stopped.
    if (runContext.recordingContext?.isReplay !== true) runContext.stop.abort(error);
  });
  const context: TurnContext = {
    ...turnContext(options, prepared, output),
    ...{ stop, limits, mayLackLogin: mayLackLogin(options, runContext) },
  };
  const finished = new AbortController();
  let result: TurnResult | undefined;
  let event: Pick<TerminalEvent, "exit_code"> | undefined;
  try {
    await prepared.ready?.(stop);
    const transport = await connect(options, runContext, output.notes);
    // The prompt is read meanwhile, too.
    const promptSignal = anySignal([stop, finished.signal]).signal;
    const notice = output.notes.warn;
    const prompt = prepared.prompt({ ...runContext, stop: promptSignal, notice });
    prompt.catch(() => undefined);
    const settings = { ...sessionSettings(options, runContext), stop, notes: output.notes };
    await withSession(transport, settings, async (session) => {
      await checkQuota(session, options.minQuota, context);
      if (prepared.beforeRequest !== undefined) {
        await abortable(prepared.beforeRequest(session), stop);
      }
      if (options.preflight === true) await runPreflight(session, prepared.request(""), context);
      result = await runTurn(session, prepared.request(await prompt), context);
      if (result === undefined) event = NO_TURN;
      else if (result.error === undefined) {
        // A replay still has to repeat what happened while the results were written.
        const isReplay = runContext.recordingContext?.isReplay === true;
        const gone = isReplay ? undefined : session.stop?.().then(prepared.onServerExit);
        event = await output.write(result, prepared.finish, gone);
      }
    });
  } catch (error) {
    result = failedResult(error, result ?? nothingDone(context));
  } finally {
    // Stop reading the prompt and the steering input when the server is gone.
    finished.abort();
    limits.timers.close();
    prepared.steering?.close();
  }
  if (event !== undefined) return event;
  return finishFailed(result as TurnResult, { options, prepared, output, runContext });
}

/** A fork without a prompt has no turn: it is complete. */
const NO_TURN = { exit_code: exitCodeOf("completed") };

const turnContext = (
  { include, json }: ExecuteOptions,
  { steering, approver, retry, verify, warnsUntrusted = false, ...prepared }: PreparedTurn,
  { emit, notes, observer }: TurnOutput,
): Omit<TurnContext, "stop"> => ({
  // People see messages as they are written, and how many lines of a file changed.
  include: new Set(
    prepared.prints === "answer" && !json ? [...include, "deltas", "diff"] : include,
  ),
  emit: decorated(emit, prepared.decorate),
  ...{ notes, observer, steering, approver, retry, verify, warnsUntrusted },
  printsApprovals: !json,
});

const decorated = (emit: Emit, decorate: PreparedTurn["decorate"]): Emit =>
  decorate === undefined ? emit : (event) => emit(decorate(event));

const sessionSettings = (
  options: ExecuteOptions,
  { env, recordingContext }: RunContext,
): Omit<SessionSettings, "stop" | "notes"> => ({
  wanted: wantedBy(options),
  apiKey: options.connect === undefined ? apiKeyIn(env) : undefined,
  startupMs: options.startupMs,
  connected: options.connect !== undefined,
  // A running server got them with the thread.
  startedWith: options.connect === undefined ? () => startedWith(options) : undefined,
  version: recordingContext?.version,
});

const startedWith = async (options: ExecuteOptions): Promise<ThreadParams["config"]> =>
  (await import("../cli/connected-settings.js")).threadSettings(options);
