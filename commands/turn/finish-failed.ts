import type { RunContext } from "../../src/context.js";
import type { TerminalEvent } from "../../src/dialect/events.js";
import type { Cause } from "../../src/outcome/causes.js";
import { CliError, failureOf } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { hintFor } from "../../src/output/hints.js";
import { serverSpec } from "../../src/session/server-spec.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import type { TurnResult } from "../../src/turn/run-turn.js";
import { reportError } from "../cli/report-error.js";
import type { ExecuteOptions } from "./execute-turn.js";
import type { TurnOutput } from "./output.js";
import type { PreparedTurn } from "./prepare.js";

interface Execution {
  options: ExecuteOptions;
  prepared: PreparedTurn;
  output: TurnOutput;
  runContext: RunContext;
}

/** Writes `turn.failed` for a turn that an error of our own ended. */
export async function finishFailed(
  result: TurnResult,
  execution: Execution,
): Promise<Pick<TerminalEvent, "exit_code">> {
  const { prepared, output } = execution;
  const { error, threadId } = result;
  const { cause } = failureOf(error);
  // Bad input leaves stdout empty if nothing was printed yet.
  if (exitCodeOf(cause) === exitCodeOf("usage") && threadId === null) throw error;
  if (prepared.throwsError?.(result) === true) throw error;
  const event = await output.write(result, prepared.finish);
  await printDetails(result, cause, execution);
  return event;
}

/** Prints on stderr what the last event does not say, or says only on stdout. */
async function printDetails(
  { error, threadId }: TurnResult,
  cause: Cause,
  { options, runContext }: Execution,
): Promise<void> {
  const { stderr } = runContext;
  if (options.json || cause === "bug") reportError(error, runContext);
  else if (
    error instanceof CliError &&
    error.hint !== undefined &&
    // The progress display may have printed it.
    (options.level === "quiet" || error.hint !== hintFor(cause, error.resetsAt))
  ) {
    stderr.write(`hint: ${diagnostic(error.hint)}\n`);
  }
  if (cause !== "server_crashed" || threadId !== null) return;
  if (runContext.recordingContext?.isReplay === true || options.connect !== undefined) return;
  const { file } = serverSpec(options, runContext);
  const version = await runContext.launcher.versionOf(file);
  if (version !== undefined) stderr.write(`hint: ${diagnostic(`${file} is ${version}`)}\n`);
}
