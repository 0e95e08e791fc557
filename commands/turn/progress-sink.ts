import type { RunContext } from "../../src/context.js";
import type { ThreadEvent } from "../../src/dialect/events.js";
import { AnswerDisplay } from "../../src/output/answer-display.js";
import { createPaint, wantsColour } from "../../src/output/colour.js";
import { MarkdownStream } from "../../src/output/markdown-stream.js";
import { columnsOf } from "../../src/output/plain-text.js";
import { createProgress } from "../../src/output/progress.js";
import { reportForTerminal } from "../../src/output/report-for-terminal.js";
import { redactDeltas } from "../../src/output/redact-deltas.js";
import type { Stdout } from "../../src/output/stdout.js";
import { diagnostic } from "../../src/text/diagnostic.js";
import type { EventSink, SinkStyle } from "./event-sink.js";
import { createLogGroup } from "./log-group.js";

/**
 * A sink for people: progress on stderr, and on a terminal the messages on stdout while they are written, or the
 * report of a review. Any other stdout gets nothing from here.
 */
export function progressSink(
  style: SinkStyle,
  runContext: RunContext,
  stdout: Pick<Stdout, "text" | "message">,
): EventSink {
  const { level } = style;
  const { stderr, env, secrets, recordingContext } = runContext;
  const screen = screenOf(style, runContext, stdout);
  const display = screen?.display;
  const streams = display !== undefined && level !== "quiet";
  const progress = createProgress({
    ...{ stderr, level, canRedraw: env["TERM"] !== "dumb" },
    colour: wantsColour({ flag: style.color, env, isTTY: stderr.isTTY === true }),
    showsDiffs: style.showDiff,
    streamsMessages: streams,
    resumeIn: resumeDirectory(style, runContext),
    isWriting: () => display?.isWriting === true,
    beforeLines: screen?.beforeLines,
  });
  screen?.onText(progress.pause);
  const group = createLogGroup(style, runContext);
  const show = async (event: ThreadEvent): Promise<void> => {
    if (streams) await showMessage(event, display);
    if (event.type === "item.delta") return;
    group.show(event);
    progress.show(event);
    if (level === "quiet") printProblem(event, stderr);
  };
  // The deltas of a recording were redacted together when it was read.
  const redactPieces =
    recordingContext?.isReplay === true ? (event: ThreadEvent) => [event] : redactDeltas(secrets);
  return {
    emit: async (event) => {
      // Before lines are cut to the terminal's width: half a secret is not recognised.
      for (const piece of redactPieces(event)) await show(secrets.value(piece));
    },
    notes: progress,
    showAnswer: screen?.showAnswer,
    close: () => {
      progress.close();
      group.close();
    },
  };
}

async function showMessage(event: ThreadEvent, display: AnswerDisplay): Promise<void> {
  if (ENDS_A_MESSAGE.has(event.type)) await display.abandon();
  if (event.type === "item.delta" && event.item_type === "agent_message")
    await display.delta(event.raw_id, event.delta);
  if (event.type !== "item.completed" || event.item.type !== "agent_message") return;
  await display.message(event.item.raw_id ?? event.item.id, event.item.text);
}

/** After one of these a message in progress is not continued; a new one may begin with the same text. */
const ENDS_A_MESSAGE: ReadonlySet<ThreadEvent["type"]> = new Set<ThreadEvent["type"]>([
  "error",
  "retry.scheduled",
  "turn.completed",
  "turn.failed",
]);

/** A terminal on stdout, which shows the answer or the report. */
interface Screen {
  /** Renders the messages; undefined if there are none, or they are printed as they are. */
  display: AnswerDisplay | undefined;
  /** Called before text is printed. */
  onText(listener: () => void): void;
  beforeLines(): string;
  showAnswer(text: string | null): Promise<void>;
}

/** With blank lines between two messages, and between them and progress that is on the terminal, too. */
function screenOf(
  { color, prints, rawOutput, outputSchema }: SinkStyle,
  { stdout: stream, stderr, env, secrets }: RunContext,
  stdout: Pick<Stdout, "text" | "message">,
): Screen | undefined {
  if (prints === undefined || stream.isTTY !== true) return undefined;
  const colour = wantsColour({ flag: color, env, isTTY: true });
  const paint = createPaint(colour);
  let last: "nothing" | "lines" | "text" = "nothing";
  let onText = (): void => undefined;
  const beforeText = async (): Promise<void> => {
    onText();
    if (last !== "nothing") await stdout.text("\n");
    last = "text";
  };
  // JSON, a report and what is not sanitized are not Markdown.
  const isPlain = rawOutput === true || outputSchema !== undefined || prints === "report";
  const display = isPlain
    ? undefined
    : new AnswerDisplay({
        write: stdout.text,
        createStream: () =>
          new MarkdownStream({ columns: () => columnsOf(stream, 80), paint, renders: colour }),
        beforeText,
        cutMark: `${paint("dim", "… (cut off)")}\n`,
      });
  return {
    display,
    onText: (listener) => {
      onText = listener;
    },
    beforeLines: () => {
      if (stderr.isTTY !== true) return "";
      const gap = `${display?.interrupt() ?? ""}${last === "text" ? "\n" : ""}`;
      last = "lines";
      return gap;
    },
    showAnswer: async (text) => {
      if (text === null || text === "") return;
      if (display !== undefined) return display.finish(secrets.text(text));
      await beforeText();
      if (prints === "report" && rawOutput !== true)
        return stdout.text(reportForTerminal(secrets.text(text), columnsOf(stream, 80), paint));
      await stdout.message(text.endsWith("\n") ? text : `${text}\n`);
    },
  };
}

/** The directory that `resume --last` would find the thread in; undefined if nothing can be resumed. */
function resumeDirectory(
  { prints, ephemeral, demo }: SinkStyle,
  { cwd, recordingContext }: RunContext,
): string | undefined {
  const isGone = ephemeral === true || demo !== undefined || recordingContext?.isReplay === true;
  return prints === "answer" && !isGone ? cwd : undefined;
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
