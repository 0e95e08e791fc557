import { CliError, failureOf } from "../outcome/errors.js";
import { exitCodeOf } from "../outcome/exit-codes.js";
import type { Failure } from "../outcome/causes.js";
import { createStepRedactor } from "../protocol/redact-recording.js";
import type {
  RECORDING,
  RecordedFailure,
  RecordingEnd,
  RecordingHead,
  RecordingStep,
} from "../dialect/recording.js";
import type { Runtime, Tape } from "../context.js";
import { recording } from "../transport/recording.js";
import { VERSION } from "../version.js";
import { redactArguments } from "./redact-arguments.js";
import type { RecordingWriter } from "./recording-writer.js";
import { openRecording } from "./recording-writer.js";

/** What a run that is written down is given. */
export interface Recorder {
  tape: Tape;
  note(step: RecordingStep): void;
  /** Why it came to nothing, so that nobody has to wait for it again. */
  failed(failure: RecordedFailure): void;
}

/** Writes a run down: the first line, everything as it happens, and how it ended. */
export async function recorded(
  file: string,
  what: Pick<RecordingHead, "turn" | "review" | "show">,
  runtime: Runtime,
  use: (recorder: Recorder) => Promise<number>,
): Promise<number> {
  const book = openRecording(file, runtime, (line) => runtime.secrets.line(line));
  const begun = Date.now();
  const clock = stopwatch();
  const screen = screenOf(runtime);
  const columns = screen.columns ?? null;
  book.write({ turnpipe: { ...headOf(runtime, begun), columns, ...what } });
  let failure: RecordedFailure | null = null;
  const failed = (why: RecordedFailure): void => {
    failure = why;
  };
  const { note, rest, happened } = noting(book, clock, runtime.secrets);
  const unwatch = watchStop(runtime.stop.signal, note);
  const connect: Tape["connect"] = (start) => recording(start(), note);
  const tape = { replays: false, version: VERSION, now: begun, screen, connect };
  const end = (exit_code: number): void => {
    unwatch();
    rest();
    book.write({ end: { exit_code, failure, ...happened }, at_ms: clock() });
    book.close();
  };
  try {
    const code = await use({ tape, note, failed });
    end(code);
    return code;
  } catch (error) {
    failed(toldFailure(error));
    end(exitCodeOf(failureOf(error).cause));
    throw error;
  }
}

/** An error as it is written down. */
function toldFailure(error: unknown): RecordedFailure {
  const { hint } = error instanceof CliError ? error : {};
  return { ...writtenFailure(failureOf(error)), ...(hint === undefined ? {} : { hint }) };
}

export const writtenFailure = ({ cause, message, resetsAt }: Failure): RecordedFailure => ({
  cause,
  message,
  resets_at: resetsAt,
});

function stopwatch(): () => number {
  const begun = performance.now();
  return () => Math.round(performance.now() - begun);
}

const headOf = ({ argv, cwd }: Runtime, begun: number) => ({
  // Only its type is taken from there: the schemas are slow to load.
  recording: 1 satisfies typeof RECORDING,
  version: VERSION,
  argv: redactArguments(argv),
  cwd,
  at: new Date(begun).toISOString(),
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

const screenOf = ({ stdout: { isTTY = false, columns } }: Runtime): Tape["screen"] => ({
  isTTY,
  columns: isTTY ? (columns ?? 0) : undefined,
});

function noting(book: RecordingWriter, clock: () => number, secrets: Runtime["secrets"]) {
  const redactor = createStepRedactor(secrets);
  const happened: Pick<RecordingEnd, "stopped" | "gone"> = {};
  const note = (step: RecordingStep): void => {
    const at_ms = clock();
    if ("stopped" in step) happened.stopped = { ...step.stopped, at_ms };
    if ("gone" in step) happened.gone = { ...step.gone, at_ms };
    for (const each of redactor.redact(step)) book.write({ ...each, at_ms });
  };
  const rest = (): void => {
    for (const each of redactor.rest()) book.write({ ...each, at_ms: clock() });
  };
  return { note, rest, happened };
}

function watchStop(stop: AbortSignal, note: (step: RecordingStep) => void): () => void {
  const stopped = (): void => {
    note({ stopped: toldFailure(stop.reason) });
  };
  if (stop.aborted) stopped();
  else stop.addEventListener("abort", stopped, { once: true });
  return () => {
    stop.removeEventListener("abort", stopped);
  };
}
