import type { Emit } from "../../src/dialect/events.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import type { Stdout } from "../../src/output/stdout.js";
import type { RunContext } from "../../src/context.js";
import type { Notes } from "../../src/session/session.js";
import type { TurnObserver } from "../../src/turn/observer.js";
import type { TurnOptions } from "./options.js";

/** Where the events of a turn go: lines for programs, or progress for people. */
export interface EventSink {
  emit: Emit;
  notes: Notes;
  /** Sees the turn as the server reports it, besides its events. */
  observer?: TurnObserver | undefined;
  /** Prints the answer or the report, if stdout is a terminal; an answer may have been printed while it was written. */
  showAnswer?: ((text: string | null) => Promise<void>) | undefined;
  /** Prints what became of a file for results, if not as a warning. */
  fileNotes?: FileNotes | undefined;
  /** Ends the progress display. */
  close(): void;
}

/** Prints that a result file got no text, or could not be written. */
export interface FileNotes {
  empty(path: string): void;
  failed(path: string, error: unknown): void;
}

/** Opens the sink of one turn. */
export type OpenEventSink = (
  style: SinkStyle,
  runContext: RunContext,
  stdout: Stdout,
) => EventSink | Promise<EventSink>;

/** What decides about the form of the output. */
export interface SinkStyle
  extends
    Pick<TurnOptions, "json" | "level" | "color">,
    Partial<Pick<TurnOptions, "rawOutput" | "outputSchema" | "showDiff" | "ephemeral" | "demo">> {
  /** What stdout gets for people: the final message of the model, or the report of a review. */
  prints?: "answer" | "report" | undefined;
}

/** JSON lines on stdout, or text for people, whose parts are loaded on demand. */
export const openEventSink: OpenEventSink = async (style, runContext, stdout) =>
  style.json
    ? jsonSink(style, runContext, stdout)
    : (await import("./progress-sink.js")).progressSink(style, runContext, stdout);

/** A sink that prints events as JSON lines, and notes on stderr. */
export function jsonSink(
  { level }: Pick<SinkStyle, "level">,
  { stderr }: RunContext,
  stdout: Pick<Stdout, "event">,
): EventSink {
  const say = (text: string): void => void stderr.write(`${diagnostic(text)}\n`);
  return {
    emit: stdout.event,
    notes: {
      warn: (text) => {
        if (level !== "quiet") say(`warning: ${text}`);
      },
      note: (text) => {
        if (level === "verbose") say(text);
      },
    },
    close: () => undefined,
  };
}
