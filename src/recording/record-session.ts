import { onAbort } from "../async/on-abort.js";
import { CliError, failureOf } from "../outcome/errors.js";
import { exitCodeOf } from "../outcome/exit-codes.js";
import type { Failure } from "../outcome/causes.js";
import { createStepRedactor } from "../protocol/redact-recording.js";
import type {
  RECORDING_VERSION,
  RecordedFailure,
  RecordingEnd,
  RecordingHead,
  RecordingStep,
} from "../dialect/recording.js";
import type { TerminalEvent } from "../dialect/events.js";
import type { RunContext, RecordingContext } from "../context.js";
import { recording } from "../transport/recording.js";
import { VERSION } from "../version.js";
import { redactArguments } from "./redact-arguments.js";
import type { RecordingWriter } from "./recording-writer.js";
import { openRecording } from "./recording-writer.js";

/** What a recorded run gets. */
export interface Recorder {
  recordingContext: RecordingContext;
  note(step: RecordingStep): void;
}

/** Records a run: the header, each step as it happens, and how it ended. */
export async function withRecording(
  file: string,
  facts: Pick<RecordingHead, "turn" | "review" | "show">,
  runContext: RunContext,
  use: (recorder: Recorder) => Promise<number>,
): Promise<number> {
  const writer = openRecording(file, runContext, (line) => runContext.secrets.line(line));
  const begun = Date.now();
  const elapsedMs = stopwatch();
  const terminal = terminalOf(runContext);
  const columns = terminal.columns ?? null;
  writer.write({ turnpipe: { ...headOf(runContext, begun), columns, ...facts } });
  let failure: RecordedFailure | null = null;
  const failed = (why: RecordedFailure): void => {
    failure = why;
  };
  const { note, flush, ending } = stepWriter(writer, elapsedMs, runContext.secrets);
  const unwatch = onAbort(runContext.stop.signal, () => {
    note({ stopped: failureToRecord(runContext.stop.signal.reason) });
  });
  const connect: RecordingContext["connect"] = (start) => recording(start(), note);
  const recordingContext: RecordingContext = {
    ...{ isReplay: false, version: VERSION, now: begun, terminal, connect },
    onFinished(event) {
      if (event.type === "turn.failed") failed(failureIn(event));
    },
    onWriteFailure(why) {
      note({ given: { unwritten: toRecordedFailure(why) } });
    },
  };
  const end = (exit_code: number): void => {
    unwatch();
    flush();
    writer.write({ end: { exit_code, failure, ...ending }, at_ms: elapsedMs() });
    writer.close();
  };
  try {
    const code = await use({ recordingContext, note });
    end(code);
    return code;
  } catch (error) {
    failed(failureToRecord(error));
    end(exitCodeOf(failureOf(error).cause));
    throw error;
  }
}

function failureToRecord(error: unknown): RecordedFailure {
  const { hint } = error instanceof CliError ? error : {};
  return { ...toRecordedFailure(failureOf(error)), ...(hint === undefined ? {} : { hint }) };
}

const failureIn = ({
  error: { cause, message, resets_at },
}: Extract<TerminalEvent, { type: "turn.failed" }>): RecordedFailure => ({
  cause,
  message,
  resets_at,
});

export const toRecordedFailure = ({ cause, message, resetsAt }: Failure): RecordedFailure => ({
  cause,
  message,
  resets_at: resetsAt,
});

function stopwatch(): () => number {
  const begun = performance.now();
  return () => Math.round(performance.now() - begun);
}

const headOf = ({ argv, cwd }: RunContext, begun: number) => ({
  // Only the type is imported: the schemas are slow to load.
  recording: 1 satisfies typeof RECORDING_VERSION,
  version: VERSION,
  argv: redactArguments(argv),
  cwd,
  at: new Date(begun).toISOString(),
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

const terminalOf = ({
  stdout: { isTTY = false, columns },
}: RunContext): RecordingContext["terminal"] => ({
  isTTY,
  columns: isTTY ? (columns ?? 0) : undefined,
});

function stepWriter(
  writer: RecordingWriter,
  elapsedMs: () => number,
  secrets: RunContext["secrets"],
) {
  const redactor = createStepRedactor(secrets);
  const ending: Pick<RecordingEnd, "stopped" | "gone"> = {};
  const note = (step: RecordingStep): void => {
    const at_ms = elapsedMs();
    if ("stopped" in step) ending.stopped = { ...step.stopped, at_ms };
    if ("gone" in step) ending.gone = { ...step.gone, at_ms };
    for (const each of redactor.redact(step)) writer.write({ ...each, at_ms });
  };
  const flush = (): void => {
    for (const each of redactor.flush()) writer.write({ ...each, at_ms: elapsedMs() });
  };
  return { note, flush, ending };
}
