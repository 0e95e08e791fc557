import type { Emit, ThreadEvent } from "../../src/dialect/events.js";
import { wantsColour } from "../../src/output/colour.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import { createProgress } from "../../src/output/progress.js";
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
  style: Style,
  runContext: RunContext,
  stdout: Pick<Stdout, "event" | "record">,
) => EventSink;

type Style = Pick<TurnOptions, "json" | "level" | "color">;

/** JSON lines on stdout, or one line per item on stderr. */
export const openEventSink = (
  style: Style,
  runContext: RunContext,
  stdout: Pick<Stdout, "event">,
): EventSink =>
  style.json ? forPrograms(style, runContext, stdout) : forPeople(style, runContext);

function forPrograms(
  { level }: Style,
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

function forPeople({ level, color }: Style, { stderr, env, secrets }: RunContext): EventSink {
  const colour = wantsColour({ flag: color, env, isTTY: stderr.isTTY === true });
  const progress = createProgress({ stderr, colour, level });
  return {
    emit: (event) => {
      // Before lines are cut to the terminal's width: half a secret is not recognised.
      const shown = secrets.value(event);
      progress.show(shown);
      if (level === "quiet") printProblem(shown, stderr);
      return Promise.resolve();
    },
    notes: progress,
    close: progress.close,
  };
}

/** With --quiet, still prints why the exit status is not 0, in one line. */
function printProblem(event: ThreadEvent, stderr: RunContext["stderr"]): void {
  const problem =
    event.type === "turn.failed" && event.error.cause !== "stdout_closed"
      ? event.error.message
      : event.type === "turn.completed"
        ? event.problem
        : null;
  if (problem !== null) stderr.write(`turnpipe: ${diagnostic(problem)}\n`);
}
