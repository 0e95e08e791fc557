import { statSync } from "node:fs";
import { resolve } from "node:path";

import type { TerminalEvent } from "../../src/dialect/events.js";
import { readBounded } from "../../src/files/bounded-read.js";
import { CliError } from "../../src/outcome/errors.js";
import { surveyFiles } from "../../src/git/survey.js";
import type { Baseline } from "../../src/review/baseline.js";
import { parseBaseline } from "../../src/review/baseline.js";
import { coverageOf } from "../../src/review/coverage.js";
import type { Format } from "../../src/review/formats/formats.js";
import { render } from "../../src/review/formats/formats.js";
import type { ReviewReport } from "../../src/review/report.js";
import type { RunContext } from "../../src/context.js";
import type { ThreadParams } from "../../src/protocol/params.js";
import { hasOnlyEmptySettings } from "../../src/session/project-settings.js";
import { threadParams } from "../../src/session/thread-params.js";
import type { FinishedTurn } from "../turn/finish-turn.js";
import type { PreparedTurn } from "../turn/prepare.js";
import type { ResultTargets } from "../turn/result-targets.js";
import {
  NO_TARGETS,
  resultPath,
  STDOUT,
  stdoutIsTaken,
  writableTarget,
} from "../turn/result-targets.js";
import type { ReviewContext } from "./finish-review.js";
import { finishReview, repositoryAccess } from "./finish-review.js";
import { instructionsFor } from "./instructions.js";
import type { ReviewOptions } from "./options.js";
import { serverTarget, subjectOf } from "./subject.js";

/** A review ready to run, except that its instructions are not read yet. */
export interface PreparedReview {
  turn: Omit<PreparedTurn, "finish">;
  /** Renders the terminal event in the formats asked for. */
  render(event: TerminalEvent): FinishedTurn;
  /** Whether the target has no change, so that no turn is needed. */
  isEmpty: boolean;
  context: ReviewContext;
}

/** Reads the change and checks all options before any tokens are spent. */
export async function prepareReview(
  options: ReviewOptions,
  workdir: string,
  runContext: RunContext,
): Promise<PreparedReview> {
  const { record } = options.turn;
  const recording = record === undefined ? undefined : resolve(runContext.cwd, record);
  const subject = subjectOf(options, workdir, runContext, recording);
  const { targets, outputs } = targetsOf(options, runContext);
  const baselinePath = baselinePathOf(options, runContext);
  const { signal } = runContext.stop;
  const { git, root, change } = subject;
  const files = options.target === undefined ? undefined : surveyFiles(git, root, change);
  const context: ReviewContext = {
    options,
    change,
    coverage: files === undefined ? null : coverageOf(files),
    repository: repositoryAccess(subject, options.paths, runContext.secrets),
    baselinePath,
    baseline: await baselineIn(baselinePath, options.acceptance !== undefined, signal),
    now: new Date(),
  };
  const instructions = instructionsFor(options, subject, runContext);
  const config = await connectedConfig(options);
  return {
    isEmpty: change.empty && options.target !== undefined && !signal.aborted,
    context,
    render: (event) => renderFormats(event, outputs, options),
    turn: {
      targets,
      prints: printedBy(outputs),
      steering: undefined,
      warnsUntrusted: options.turn.trust !== "trusted" && !hasOnlyEmptySettings(workdir),
      prompt: async (world) => (instructions === undefined ? "" : instructions(world)),
      request: (prompt) => ({
        thread: threadRequest(options, workdir, config),
        task: {
          kind: "review",
          target: serverTarget(
            subject,
            options,
            instructions === undefined ? undefined : prompt,
            files ?? [],
          ),
        },
      }),
    },
  };
}

/** The turn of a prepared review. */
export const reviewTurn = ({ turn, context, render }: PreparedReview): PreparedTurn => ({
  ...turn,
  finish: async (result) => render(await finishReview(result, context)),
});

/** The thread of a review: always read-only, whatever the directory's settings allow. */
function threadRequest({ turn }: ReviewOptions, cwd: string, config: ThreadParams["config"]) {
  const params = threadParams({
    model: turn.model ?? null,
    cwd,
    approvalPolicy: "never",
    sandbox: "read-only",
    ephemeral: turn.ephemeral,
    config: definedSettings({
      ...config,
      model_reasoning_effort: turn.effort ?? config?.["model_reasoning_effort"],
      model_reasoning_summary: turn.summary ?? config?.["model_reasoning_summary"],
    }),
    rawEvents: true,
  });
  // The repository under review must not configure its reviewer.
  const trust = turn.trust ?? "untrusted";
  const connected = turn.connect !== undefined || undefined;
  return { kind: "new" as const, params, rules: "own" as const, trust, connected };
}

/** The settings that a running server takes with the thread. */
async function connectedConfig({ turn }: ReviewOptions): Promise<ThreadParams["config"]> {
  if (turn.connect === undefined) return null;
  const { connectedSettings } = await import("../cli/connected-settings.js");
  return connectedSettings(turn);
}

/** The settings that are set, or null. A review reads effort and summary only from its thread's config. */
function definedSettings(settings: Readonly<Record<string, unknown>>) {
  const defined = Object.entries(settings).filter(([, value]) => value !== undefined);
  return defined.length === 0 ? null : Object.fromEntries(defined);
}

/** The baseline's path; with --update-baseline, links are followed and it must be a regular file. */
function baselinePathOf(
  { baseline, acceptance }: ReviewOptions,
  { cwd, stdout, stderr }: RunContext,
): string | undefined {
  if (baseline === undefined || acceptance === undefined) {
    return baseline === undefined ? undefined : resolve(cwd, baseline);
  }
  const target = writableTarget("--baseline", baseline, { cwd, stdout, stderr });
  if (target.kind === "file") return target.path;
  throw new CliError(
    "input",
    `--baseline ${baseline}: cannot be written: it is not a regular file`,
  );
}

/** Reads the baseline. With --update-baseline it may not exist yet. */
async function baselineIn(
  path: string | undefined,
  mayBeMissing: boolean,
  signal: AbortSignal,
): Promise<Baseline | undefined> {
  if (path === undefined) return undefined;
  if (mayBeMissing && statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const read = { what: `--baseline ${path}`, maxBytes: MAX_BASELINE_BYTES, signal };
  const bytes = await readBounded(path, read).catch((error: unknown) => {
    // The turn stops as well and reports it in its terminal event.
    if (!signal.aborted) throw error;
  });
  return bytes === undefined ? undefined : parseBaseline(bytes.toString("utf8"), path);
}

const MAX_BASELINE_BYTES = 16 * 1024 * 1024;

interface FormatOutput {
  format: Format;
  /** Undefined for stdout. */
  path: string | undefined;
}

function targetsOf(
  options: ReviewOptions,
  runContext: RunContext,
): { targets: ResultTargets; outputs: readonly FormatOutput[] } {
  const { formats, turn } = options;
  const { cwd, stdout, stderr } = runContext;
  const pathFor = (flag: string, file: string): string | undefined => {
    const path = resultPath(flag, file, { cwd, stdout, stderr });
    if (path !== STDOUT) return path;
    if (turn.json) throw stdoutIsTaken(flag);
    return undefined;
  };
  const outputs = formats.map(({ format, file }) => ({
    format,
    path:
      file === undefined
        ? undefined
        : pathFor(file === turn.output ? "--output" : "--format", file),
  }));
  const result =
    turn.result === undefined ? undefined : (pathFor("--result", turn.result) ?? STDOUT);
  const onStdout = outputs.filter(({ path }) => path === undefined).length;
  if (onStdout + (result === STDOUT ? 1 : 0) > 1) {
    throw new CliError("usage", "only one --format, or --result, can go to stdout", {
      hint: "write the others to files: --format sarif=review.sarif",
    });
  }
  return { targets: { ...NO_TARGETS, result }, outputs };
}

/** What stdout gets for people: the report as text; the other formats are for programs. */
export const printedBy = (outputs: readonly FormatOutput[]): PreparedTurn["prints"] =>
  outputs.some(({ format, path }) => format === "text" && path === undefined)
    ? "report"
    : undefined;

/** Renders the review in each requested format. */
export function renderFormats(
  event: TerminalEvent,
  outputs: readonly FormatOutput[],
  { onlyNew, version }: { onlyNew: boolean; version?: string },
): FinishedTurn {
  const { review } = event;
  if (review === undefined) return { event, stdout: null, files: [] };
  const shown = onlyNew ? withoutAccepted(review) : review;
  const texts = outputs.map(({ format, path }) => ({ path, text: render(format, shown, version) }));
  return {
    event,
    stdout: texts.find(({ path }) => path === undefined)?.text ?? null,
    files: texts.flatMap(({ path, text }) => (path === undefined ? [] : [{ path, text }])),
  };
}

const withoutAccepted = (review: ReviewReport): ReviewReport => ({
  ...review,
  findings: review.findings.filter(({ accepted }) => accepted === null),
});
