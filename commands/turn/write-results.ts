import { failureOf } from "../../src/outcome/errors.js";
import type { TerminalEvent } from "../../src/dialect/events.js";
import type { Cause, Failure } from "../../src/outcome/causes.js";
import type { Stdout } from "../../src/output/stdout.js";
import { turnFailed } from "../../src/translate/terminal-event.js";
import type { Redactor } from "../../src/redact/redactor.js";
import type { TurnSnapshot } from "../../src/translate/turn-completion.js";
import type { ResultTargets, RenderedResult } from "./prepare.js";
import type { EventSink } from "./event-sink.js";
import { STDOUT } from "./result-targets.js";

/** What writing results needs. */
export interface ResultContext {
  options: { json: boolean };
  targets: ResultTargets;
  sink: EventSink;
  stdout: Pick<Stdout, "event" | "record" | "message">;
  /** Writes a text to a path. */
  write(path: string, text: string): Promise<void>;
  secrets: Redactor;
}

/** Writes the results of a turn: files first, so that they exist when the last event is printed. */
export async function writeResults(
  event: TerminalEvent,
  snapshot: TurnSnapshot,
  context: ResultContext,
): Promise<TerminalEvent> {
  const { targets, sink, secrets } = context;
  const { diff, result } = targets;
  let last = event;
  const write = async (path: string | undefined, text: () => string): Promise<void> => {
    if (path === undefined || path === STDOUT) return;
    try {
      await context.write(path, text());
    } catch (error) {
      const failed = failureOf(error);
      sink.notes.warn(failed.message);
      targets.onWriteFailed?.(failed);
      if (targets.strict || STOPPED.has(failed.cause)) {
        last = asWriteFailure(last, snapshot, failed);
      }
    }
  };
  for (const { path, text } of renderedResult(event, targets).files) {
    if (text === "" && path !== STDOUT) sink.notes.warn(`no final message: ${path} is empty`);
    await write(path, () => secrets.text(text));
  }
  await write(diff, () => secrets.text(snapshot.diff));
  await write(result, () => `${secrets.line(last)}\n`);
  await sink.emit(last);
  sink.close();
  await print(last, snapshot, context);
  return last;
}

/** A write cut short by one of these gets its exit status, even with `strict: false` (`exec`). */
const STOPPED: ReadonlySet<Cause> = new Set(["timeout", "hangup", "interrupted", "terminated"]);

/** Prints one text on stdout without --json: the final message, unless a flag asks for another. */
async function print(
  event: TerminalEvent,
  snapshot: TurnSnapshot,
  { options, targets, stdout }: ResultContext,
): Promise<void> {
  const { output, diff, result } = targets;
  // Only `exec` allows `-o` on stdout with --json, as codex does.
  if (options.json && output !== STDOUT) return;
  if (result === STDOUT) return stdout.record(event);
  if (diff === STDOUT) return stdout.message(snapshot.diff);
  const { stdout: text } = renderedResult(event, targets);
  if (text !== null) await stdout.message(withNewline(text));
}

/** Turns `turn.completed` into a failure to write; an event that already failed stays. */
export function asWriteFailure(
  event: TerminalEvent,
  snapshot: TurnSnapshot,
  failed: Failure,
): TerminalEvent {
  if (event.exit_code !== 0 || event.type !== "turn.completed") return event;
  const names = { threadId: event.thread_id, turnId: event.turn_id };
  return turnFailed(failed, names, { ...snapshot, durationMs: event.duration_ms });
}

/** The final message for stdout and `-o`; a partial one goes to `-o` only. */
function renderedResult(
  event: TerminalEvent,
  { output, renderResult }: ResultTargets,
): RenderedResult {
  if (renderResult !== undefined) return renderResult(event);
  const { final_message: text } = event;
  if (event.type === "turn.failed" && !isPartialAnswer(event)) return { stdout: null, files: [] };
  return {
    stdout: event.type === "turn.failed" ? null : text,
    files: output === undefined ? [] : [{ path: output, text: text ?? "" }],
  };
}

/**
 * Whether a limit of the user's own cut the answer short. It is kept, but not printed: a pipe would take
 * it for the whole answer.
 */
const isPartialAnswer = ({
  partial,
  error,
  final_message,
}: Extract<TerminalEvent, { partial: boolean }>) =>
  partial && final_message !== null && (error.cause === "timeout" || error.cause === "budget");

const withNewline = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);
