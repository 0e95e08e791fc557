import { failureOf } from "../../src/outcome/errors.js";
import type { TerminalEvent } from "../../src/dialect/events.js";
import type { Cause, Failure } from "../../src/outcome/causes.js";
import type { Stdout } from "../../src/output/stdout.js";
import { turnFailed } from "../../src/translate/terminal-event.js";
import type { Redactor } from "../../src/redact/redactor.js";
import type { TurnSnapshot } from "../../src/translate/turn-completion.js";
import type { EventSink, FileNotes } from "./event-sink.js";
import type { FinishedTurn } from "./finish-turn.js";
import type { ResultTargets } from "./result-targets.js";
import { STDOUT } from "./result-targets.js";

/** What writing results needs. */
export interface ResultContext {
  json: boolean;
  targets: ResultTargets;
  sink: EventSink;
  stdout: Pick<Stdout, "event" | "record" | "message">;
  /** Writes a text to a path. */
  write(path: string, text: string): Promise<void>;
  /** Called when a result cannot be written. */
  onWriteFailure?: ((failed: Failure) => void) | undefined;
  secrets: Redactor;
}

/**
 * Writes the results of a turn: files first, so that they exist when the last event is printed. Returns that
 * event, which is a failure if a result could not be written.
 */
export async function writeResults(
  { event, files, stdout: text }: FinishedTurn,
  snapshot: TurnSnapshot,
  context: ResultContext,
): Promise<TerminalEvent> {
  const { targets, sink, secrets } = context;
  const notes = sink.fileNotes ?? warnings(sink.notes);
  let last = event;
  const write = async (path: string | undefined, content: () => string): Promise<void> => {
    if (path === undefined || path === STDOUT) return;
    try {
      await context.write(path, content());
    } catch (error) {
      const failed = failureOf(error);
      notes.failed(path, error);
      context.onWriteFailure?.(failed);
      if (targets.strict || STOPPED.has(failed.cause)) {
        last = asWriteFailure(last, snapshot, failed);
      }
    }
  };
  for (const file of files) {
    if (file.text === "" && file.path !== STDOUT) notes.empty(file.path);
    await write(file.path, () => secrets.text(file.text));
  }
  await write(targets.diff, () => secrets.text(snapshot.diff));
  await write(targets.result, () => `${secrets.line(last)}\n`);
  const answer = last === event ? text : null;
  await sink.showAnswer?.(answer);
  await sink.emit(last);
  sink.close();
  if (sink.showAnswer === undefined)
    await print(last, { text: answer, diff: snapshot.diff }, context);
  return last;
}

const warnings = ({ warn }: EventSink["notes"]): FileNotes => ({
  empty: (path) => warn(`no final message: ${path} is empty`),
  failed: (_, error) => warn(failureOf(error).message),
});

/** A write cut short by one of these gets its exit status, even with `strict: false` (`exec`). */
const STOPPED: ReadonlySet<Cause> = new Set(["timeout", "hangup", "interrupted", "terminated"]);

/** Prints one text on stdout without --json: the answer, unless a flag asks for another. */
async function print(
  event: TerminalEvent,
  { text, diff }: { text: string | null; diff: string },
  { json, targets, stdout }: ResultContext,
): Promise<void> {
  // Only `exec` allows `-o` on stdout with --json, as codex does.
  if (json && targets.output !== STDOUT) return;
  if (targets.result === STDOUT) return stdout.record(event);
  if (targets.diff === STDOUT) return stdout.message(diff);
  if (text !== null) await stdout.message(text.endsWith("\n") ? text : `${text}\n`);
}

/** Turns `turn.completed` into a failure to write; an event that already failed stays. */
export function asWriteFailure(
  event: TerminalEvent,
  snapshot: TurnSnapshot,
  failed: Failure,
): TerminalEvent {
  if (event.exit_code !== 0 || event.type !== "turn.completed") return event;
  const ids = { threadId: event.thread_id, turnId: event.turn_id };
  return turnFailed(failed, ids, { ...snapshot, durationMs: event.duration_ms });
}
