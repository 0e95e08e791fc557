import { resolve } from "node:path";

import { readBounded } from "../files/bounded-read.js";
import { CliError } from "../outcome/errors.js";
import { exitCodeOf } from "../outcome/exit-codes.js";
import { jsonDepth } from "../text/json-depth.js";
import type { Cause } from "../outcome/causes.js";
import type {
  RecordedFailure,
  RecordingEnd,
  RecordingHead,
  RecordingStep,
} from "../dialect/recording.js";
import { RECORDING_VERSION, RecordingLine } from "../dialect/recording.js";
import type { RunContext } from "../context.js";

export interface Recording {
  head: RecordingHead;
  steps: readonly RecordingStep[];
  /** Undefined if the recording was cut short. */
  end: RecordingEnd | undefined;
  /** In milliseconds since it began. */
  endedAt: number | undefined;
}

/** Reads a recording; throws if the file is not one, or was made by a later version. */
export async function readRecording(
  file: string,
  { cwd, stop: { signal } }: Pick<RunContext, "cwd" | "stop">,
): Promise<Recording> {
  const read = { what: file, maxBytes: MAX_BYTES, signal };
  const [first, ...rest] = linesOf(file, await readBounded(resolve(cwd, file), read));
  const head = (first as { turnpipe?: RecordingHead } | null | undefined)?.turnpipe;
  if (typeof head?.recording !== "number")
    throw notARecording(file, "its first line is not a recording header");
  if (head.recording > RECORDING_VERSION) {
    throw new CliError("input", `${file} was recorded by a later turnpipe (${head.version})`, {
      hint: "update turnpipe to replay it",
    });
  }
  [first, ...rest].forEach((line, at) => {
    if (!RecordingLine.safeParse(line).success)
      throw notARecording(file, `line ${at + 1} is invalid`);
  });
  const last = rest.at(-1) as { end?: RecordingEnd; at_ms?: number } | undefined;
  const steps = (last?.end === undefined ? rest : rest.slice(0, -1)) as RecordingStep[];
  return { head, steps, end: last?.end, endedAt: last?.at_ms };
}

/** The error for a replay that needs more than its recording has. */
export function replayEndError({ end }: Recording): CliError {
  if (end === undefined) return new CliError("server_crashed", "the recording was cut short here");
  if (end.failure !== null) return toCliError(end.failure);
  return new CliError("protocol", "the recording has no more messages");
}

/** Turns a recorded failure back into an error. */
export function toCliError({ cause, message, hint, resets_at }: RecordedFailure): CliError {
  return new CliError(causeOf(cause), message, { hint, resetsAt: resets_at ?? null });
}

/** A cause that this version does not know becomes `failed`. */
const causeOf = (word: string): Cause =>
  (exitCodeOf(word as Cause) as number | undefined) === undefined ? "failed" : (word as Cause);

/** A replay runs from memory. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Parses all lines. The last may be incomplete: the writer may have been killed. */
function linesOf(file: string, bytes: Buffer): unknown[] {
  const values: unknown[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf("\n", from);
    const line = bytes.toString("utf8", from, end === -1 ? bytes.length : end);
    const parsed = parseLine(line);
    if (parsed === undefined && end !== -1) {
      throw notARecording(file, `line ${values.length + 1} is not JSON`);
    }
    if (jsonDepth(line) > MAX_DEPTH) {
      throw notARecording(
        file,
        `line ${values.length + 1} is nested more than ${MAX_DEPTH} levels deep`,
      );
    }
    if (parsed !== undefined) values.push(parsed.value);
    from = end === -1 ? bytes.length : end + 1;
  }
  return values;
}

/** Several times the depth of what a server sends. */
const MAX_DEPTH = 512;

function parseLine(line: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(line) as unknown };
  } catch {
    return undefined;
  }
}

const notARecording = (file: string, why: string): CliError =>
  new CliError("input", `${file} is not a recording: ${why}`, {
    hint: "one is made with: turnpipe run --record FILE …",
  });
