import type { ThreadEvent } from "../dialect/events.js";
import type { RunContext } from "../context.js";
import { diagnosticLines } from "../text/diagnostic.js";
import { createActivity, STARTING } from "./activity.js";
import { createPaint } from "./colour.js";
import type { Line } from "./line.js";
import { block, line } from "./line.js";
import type { EventLineOptions } from "./lines.js";
import { createEventLines } from "./lines.js";
import { columnsOf } from "./plain-text.js";
import { createSilenceReporter } from "./silence-reporter.js";
import { renderLine } from "./render.js";
import type { LoadOra } from "./spinner.js";
import { createSpinner, NO_SPINNER } from "./spinner.js";

export interface ProgressOptions extends Omit<EventLineOptions, "verbose"> {
  stderr: RunContext["stderr"];
  colour: boolean;
  level: "quiet" | "normal" | "verbose";
  /** Whether the cursor can be moved: a dumb terminal gets no spinner. */
  canRedraw?: boolean;
  /** Whether something else is being written to the terminal, so that the spinner stays away. */
  isWriting?: (() => boolean) | undefined;
  /** Called before lines are written; returns what has to come before them. */
  beforeLines?: (() => string) | undefined;
  now?: () => number;
  /** Replaces ora in tests. */
  loadOra?: LoadOra;
}

/** Progress of a run, for people. */
export interface Progress {
  show(event: ThreadEvent): void;
  /** Only under `--verbose`. */
  note(text: string): void;
  warn(text: string): void;
  /** Hides the spinner until the next event: something else is being written. */
  pause(): void;
  /** Removes the spinner; call it before anything else is written to the terminal. */
  close(): void;
}

/** Writes progress to stderr, one line per item, above a spinner where there is a terminal. */
export function createProgress(options: ProgressOptions): Progress {
  const { stderr, colour, level, now = Date.now, loadOra: load, canRedraw = true } = options;
  if (level === "quiet") return SILENT;
  const verbose = level === "verbose";
  const toLines = createEventLines({ ...options, verbose });
  const activityAfter = createActivity();
  const paint = createPaint(colour);
  const isTerminal = stderr.isTTY === true;
  const hasSpinner = isTerminal && canRedraw;
  const spinner = hasSpinner ? createSpinner({ stderr, colour, now, load }) : NO_SPINNER;
  const silence = createSilenceReporter(hasSpinner, now, (text) => write([line("dim", text)]));

  const write = (lines: Line[]) => {
    if (lines.length === 0 || !stderr.writable) return;
    const columns = columnsOf(stderr);
    const rows = lines.map((each) => renderLine(each, paint, columns, isTerminal));
    const text = rows.map((row) => `${row}\n`).join("");
    spinner.above(() => void stderr.write(`${options.beforeLines?.() ?? ""}${text}`));
    silence.reset();
  };

  spinner.setActivity(STARTING);
  silence.setActivity(STARTING);
  return {
    show(event) {
      const pending = activityAfter(event);
      const activity = options.isWriting?.() === true ? null : pending;
      spinner.setActivity(activity);
      silence.setActivity(activity);
      write(toLines(event));
    },
    note: (text) => (verbose ? write(block("dim", "", readable(text))) : undefined),
    warn: (text) => write(block("warn", "warning: ", readable(text))),
    pause: () => spinner.setActivity(null),
    close: () => {
      spinner.stop();
      silence.stop();
    },
  };
}

const readable = (text: string): string => diagnosticLines(text).join("\n");

const SILENT: Progress = { show() {}, note() {}, warn() {}, pause() {}, close() {} };
