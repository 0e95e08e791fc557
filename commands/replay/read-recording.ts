import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { CliError, reasonOf } from "../../src/errors.js";
import { exitCodeOf } from "../../src/exit-codes.js";
import type { Cause } from "../../src/outcome.js";
import type {
  RecordedFailure,
  RecordingEnd,
  RecordingHead,
  RecordingStep,
} from "../../src/recording.js";
import { RECORDING, RecordingLine } from "../../src/recording.js";

/** A recording, read. */
export interface Recording {
  head: RecordingHead;
  steps: readonly RecordingStep[];
  /** Undefined for one that was cut short. */
  end: RecordingEnd | undefined;
  /** When it ended, in milliseconds since it began. */
  endedAt: number | undefined;
}

/** Reads a recording; what is none, or was made by a later version, is refused. */
export function readRecording(file: string, cwd: string): Recording {
  const [first, ...rest] = linesOf(file, textOf(file, cwd));
  const head = (first as { turnpipe?: RecordingHead } | null | undefined)?.turnpipe;
  if (typeof head?.recording !== "number") throw notOne(file, "its first line does not say so");
  if (head.recording > RECORDING) {
    throw new CliError("input", `${file} was recorded by a later turnpipe (${head.version})`, {
      hint: "update turnpipe to replay it",
    });
  }
  [first, ...rest].forEach((line, at) => {
    if (!RecordingLine.safeParse(line).success) throw notOne(file, `line ${at + 1} is odd`);
  });
  const last = rest.at(-1) as { end?: RecordingEnd; at_ms?: number } | undefined;
  const steps = (last?.end === undefined ? rest : rest.slice(0, -1)) as RecordingStep[];
  return { head, steps, end: last?.end, endedAt: last?.at_ms };
}

/** Why a replay cannot go on where its recording ends. */
export function endingOf({ end }: Recording): CliError {
  if (end === undefined) return new CliError("server_crashed", "the recording was cut short here");
  if (end.failure !== null) return asError(end.failure);
  return new CliError("protocol", "the recording has no more to say");
}

/** What went wrong when it was recorded. */
export function asError({ cause, message, hint, resets_at }: RecordedFailure): CliError {
  return new CliError(causeOf(cause), message, { hint, resetsAt: resets_at ?? null });
}

/** A cause that this version does not know is a failure like any other. */
const causeOf = (word: string): Cause =>
  (exitCodeOf(word as Cause) as number | undefined) === undefined ? "failed" : (word as Cause);

function textOf(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (error) {
    throw new CliError("input", `cannot read ${file}: ${reasonOf(error)}`);
  }
}

/** The last line may be half a one: whoever wrote it was stopped. */
function linesOf(file: string, text: string): unknown[] {
  const lines = text.split("\n");
  const tail = lines.pop() ?? "";
  return [...lines, ...(isJson(tail) ? [tail] : [])].map((line, at) => {
    if (!isJson(line)) throw notOne(file, `line ${at + 1} is no JSON`);
    return JSON.parse(line) as unknown;
  });
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

const notOne = (file: string, why: string): CliError =>
  new CliError("input", `${file} is no recording: ${why}`, {
    hint: "one is made with: turnpipe run --record FILE …",
  });
