import type { ThreadEvent } from "../dialect/events.js";
import type { RunContext } from "../context.js";
import { diagnosticLines } from "../text/diagnostic.js";
import { createActivity, STARTING } from "./activity.js";
import { createPaint } from "./colour.js";
import type { Line } from "./line.js";
import { block, line } from "./line.js";
import { createEventLines } from "./lines.js";
import { columnsOf } from "./plain-text.js";
import { createSilenceReporter } from "./silence-reporter.js";
import { renderLine } from "./render.js";
import type { LoadOra } from "./spinner.js";
import { createSpinner } from "./spinner.js";

export interface ProgressOptions {
  stderr: RunContext["stderr"];
  colour: boolean;
  level: "quiet" | "normal" | "verbose";
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
  /** Removes the spinner; call it before anything else is written to the terminal. */
  close(): void;
}

/** Writes progress to stderr, one line per item, above a spinner where there is a terminal. */
export function createProgress(options: ProgressOptions): Progress {
  const { stderr, colour, level, now = Date.now, loadOra: load } = options;
  if (level === "quiet") return SILENT;
  const verbose = level === "verbose";
  const toLines = createEventLines({ verbose });
  const activityAfter = createActivity();
  const paint = createPaint(colour);
  const spinner = createSpinner({ stderr, colour, now, load });
  const silence = createSilenceReporter(stderr.isTTY === true, now, (text) =>
    write([line("dim", text)]),
  );

  const write = (lines: Line[]) => {
    if (lines.length === 0 || !stderr.writable) return;
    const columns = columnsOf(stderr);
    const text = lines.map((each) => `${renderLine(each, paint, columns)}\n`).join("");
    spinner.above(() => void stderr.write(text));
    silence.reset();
  };

  spinner.setActivity(STARTING);
  silence.setActivity(STARTING);
  return {
    show(event) {
      const activity = activityAfter(event);
      spinner.setActivity(activity);
      silence.setActivity(activity);
      write(toLines(event));
    },
    note: (text) => (verbose ? write(block("dim", "", readable(text))) : undefined),
    warn: (text) => write(block("warn", "warning: ", readable(text))),
    close: () => {
      spinner.stop();
      silence.stop();
    },
  };
}

const readable = (text: string): string => diagnosticLines(text).join("\n");

const SILENT: Progress = { show() {}, note() {}, warn() {}, close() {} };
