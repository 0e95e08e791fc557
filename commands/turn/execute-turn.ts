import { anySignal } from "../../src/async/any-signal.js";
import type { Approver } from "../../src/approvals/approver.js";
import { CliError, failureOf } from "../../src/outcome/errors.js";
import type { TerminalEvent } from "../../src/dialect/events.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import type { Cause } from "../../src/outcome/causes.js";
import { workingDirectory } from "../../src/input/files.js";
import { ownStdout } from "../../src/output/stdout.js";
import { writeTarget } from "../../src/output/write-target.js";
import type { RunContext } from "../../src/context.js";
import { RunLimits } from "../../src/turn/limits.js";
import { withSession } from "../../src/session/session.js";
import { TurnRunner } from "../../src/turn/turn-runner.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import { turnFailed } from "../../src/translate/terminal-event.js";
import { reportError } from "../cli/report-error.js";
import { connect } from "../../src/session/connect.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import { runToEnd } from "./run-to-end.js";
import type { PreparedTurn } from "./prepare.js";
import { prepareTurn } from "./prepare.js";
import { openEventSink } from "./event-sink.js";
import { apiKeyIn, serverSpec, wantedBy } from "../../src/session/server-spec.js";
import type { PreparedTurnOptions, TurnSetup } from "./turn-setup.js";
import { finishAndWrite } from "./turn-setup.js";
import type { TurnOptions } from "./options.js";

/** Runs one turn and returns the exit status. Bad input throws before anything is printed. */
export async function executeTurn(options: TurnOptions, runContext: RunContext): Promise<number> {
  if (options.demo === undefined) return executePrepared(options, runContext);
  const { withDemo } = await import("./demo.js");
  return withDemo(options.demo, options, runContext, executePrepared);
}

async function executePrepared(options: TurnOptions, runContext: RunContext): Promise<number> {
  const approver = await approverOf(options, runContext);
  const prepared = { ...(await prepareTurn(options, runContext)), approver };
  if (options.record === undefined) return runPreparedTurn(options, prepared, runContext);
  const { recordTurn } = await import("./record-turn.js");
  return recordTurn(options.record, { options, prepared }, runContext, runPreparedTurn);
}

/** Loads the approver only if there is one: most runs have none. */
async function approverOf(
  { approve, cd }: TurnOptions,
  runContext: RunContext,
): Promise<Approver | undefined> {
  if (approve.by === "never" && approve.answers.size === 0) return undefined;
  const { approverFor } = await import("./approver.js");
  return approverFor(approve, workingDirectory(cd, runContext.cwd), runContext);
}

/** Runs a prepared turn on a server of its own, and writes the results. */
export async function runPreparedTurn(
  options: PreparedTurnOptions,
  prepared: PreparedTurn,
  runContext: RunContext,
): Promise<number> {
  const stdout = ownStdout(runContext, { raw: options.rawOutput === true });
  const sink = openEventSink(options, runContext, stdout);
  const { targets } = prepared;
  const { secrets } = runContext;
  try {
    const write: TurnSetup["write"] = (path, text) => writeTarget(path, text, runContext);
    const results = { targets, sink, stdout, secrets, write };
    const code = await runSession({ options, runContext, prepared, ...results });
    return exitCodeAfterOutput(code, runContext);
  } finally {
    sink.close();
  }
}

async function runSession(setup: TurnSetup): Promise<number> {
  const { options, runContext, prepared, sink } = setup;
  const { notes, emit } = sink;
  const stop = runContext.stop.signal;
  const { steering, approver } = prepared;
  const limits = new RunLimits(options.limits ?? {}, (error) => {
    // In a replay the recording says when the turn was stopped.
    if (runContext.recordingContext?.isReplay !== true) runContext.stop.abort(error);
  });
  const run = new TurnRunner({
    include: new Set(options.include),
    emit,
    notes,
    stop,
    steering,
    approver,
    limits,
    printsApprovals: !options.json,
    warnsUntrusted: prepared.warnsUntrusted ?? false,
  });
  const finished = new AbortController();
  let last: { exit_code: number } | undefined;
  try {
    await prepared.ready?.(stop);
    const transport = connect(options, runContext, notes);
    // The prompt is read while the server boots.
    const promptSignal = anySignal([stop, finished.signal]).signal;
    const prompt = prepared.prompt({ ...runContext, stop: promptSignal, notice: notes.warn });
    prompt.catch(() => undefined);
    const apiKey = apiKeyIn(runContext.env);
    const { startupMs } = options;
    const { version } = runContext.recordingContext ?? {};
    const settings = { wanted: wantedBy(options), stop, notes, apiKey, startupMs, version };
    await withSession(transport, settings, async (session) => {
      last = await runToEnd(session, run, prompt, setup);
    });
  } catch (error) {
    last ??= await finishFailed(error, run, setup);
  } finally {
    // Stop reading the prompt and the steering input when the server is gone.
    finished.abort();
    limits.timers.close();
    steering?.close();
  }
  return last?.exit_code ?? exitCodeOf("bug");
}

/** Writes `turn.failed` for a run that ended without the server's own result. */
async function finishFailed(
  error: unknown,
  run: TurnRunner,
  setup: TurnSetup,
): Promise<TerminalEvent> {
  const failed = failureOf(error);
  // Bad input leaves stdout empty if nothing was printed yet.
  if (exitCodeOf(failed.cause) === exitCodeOf("usage") && run.names.threadId === null) throw error;
  const snapshot = run.snapshot();
  if (setup.prepared.silentStop === true && SIGNALS.has(failed.cause)) {
    setup.sink.close();
    reportError(error, setup.runContext);
    return turnFailed(failed, run.names, snapshot);
  }
  const event = await finishAndWrite(turnFailed(failed, run.names, snapshot), snapshot, setup);
  await printDetails(error, failed.cause, run, setup);
  return event;
}

const SIGNALS: ReadonlySet<Cause> = new Set(["hangup", "interrupted", "terminated"]);

/** Prints on stderr what the last event does not say, or says only on stdout. */
async function printDetails(
  error: unknown,
  cause: Cause,
  run: TurnRunner,
  { options, runContext }: TurnSetup,
): Promise<void> {
  const { stderr } = runContext;
  if (options.json || cause === "bug") reportError(error, runContext);
  else if (error instanceof CliError && error.hint !== undefined) {
    stderr.write(`hint: ${diagnostic(error.hint)}\n`);
  }
  if (cause !== "server_crashed" || run.names.threadId !== null) return;
  if (runContext.recordingContext?.isReplay === true) return;
  const { file } = serverSpec(options, runContext);
  const version = await runContext.launcher.versionOf(file);
  if (version !== undefined) stderr.write(`hint: ${diagnostic(`${file} is ${version}`)}\n`);
}
