import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { hasOnlyEmptySettings } from "../../src/session/project-settings.js";
import type { TerminalEvent } from "../../src/events.js";
import { CliError, reasonOf } from "../../src/errors.js";
import { writablePath } from "../../src/input/files.js";
import { readPrompt } from "../../src/input/prompt.js";
import { parseBaseline } from "../../src/review/baseline.js";
import type { Format } from "../../src/review/formats/formats.js";
import { render } from "../../src/review/formats/formats.js";
import type { ReviewReport } from "../../src/review/report.js";
import type { Runtime } from "../../src/runtime.js";
import type { Destinations, PreparedTurn, Products } from "../prepare.js";
import type { Court } from "./conclude.js";
import { concludeReview, lookAt } from "./conclude.js";
import type { ReviewOptions } from "./options.js";
import { serverTarget, subjectOf } from "./subject.js";

/** A review that is ready but for its instructions, and what it is about. */
export interface PreparedReview {
  prepared: PreparedTurn;
  /** Whether there is nothing to read: a target without a change. */
  unread: boolean;
  court: Court;
}

/** Reads the change, and checks everything that can be wrong before it costs. */
export function prepareReview(
  options: ReviewOptions,
  workdir: string,
  runtime: Runtime,
): PreparedReview {
  const { record } = options.turn;
  const recording = record === undefined ? undefined : resolve(runtime.cwd, record);
  const subject = subjectOf(options, workdir, runtime, recording);
  const baselinePath =
    options.baseline === undefined ? undefined : resolve(runtime.cwd, options.baseline);
  const court: Court = {
    options,
    change: subject.change,
    look: lookAt(subject, options.paths, runtime.secrets),
    baselinePath,
    baseline: baselineIn(baselinePath, options.acceptance !== undefined),
    now: new Date(),
  };
  const { instructions } = options;
  return {
    unread: subject.change.empty && options.target !== undefined,
    court,
    prepared: {
      destinations: destinationsOf(options, runtime),
      check: undefined,
      steering: undefined,
      tellsTrust: options.turn.trust !== "trusted" && !hasOnlyEmptySettings(workdir),
      prompt: async (world) => (instructions === undefined ? "" : readPrompt(instructions, world)),
      request: (prompt) => ({
        thread: threadWish(options, workdir),
        task: {
          kind: "review",
          target: serverTarget(subject, options, instructions === undefined ? undefined : prompt),
        },
      }),
      conclude: (event, { review }) => concludeReview(event, review, court),
    },
  };
}

/** A reviewer reads: it needs no more than that, whatever the thread's directory allows. */
function threadWish({ turn }: ReviewOptions, cwd: string) {
  const params = {
    model: turn.model ?? null,
    modelProvider: null,
    cwd,
    workspaceRoots: [cwd],
    approvalPolicy: "never",
    approvalsReviewer: null,
    sandbox: "read-only" as const,
    permissions: null,
    ephemeral: turn.ephemeral,
    threadSource: "user",
    config: given({
      model_reasoning_effort: turn.effort,
      model_reasoning_summary: turn.summary,
    }),
    rawEvents: true,
  };
  // What is reviewed has no say in how.
  const trust = turn.trust ?? "untrusted";
  return { kind: "new" as const, params, rules: "own" as const, trust };
}

/** A review takes these from the settings of its thread, and from nowhere else. */
function given(settings: Readonly<Record<string, string | undefined>>) {
  const said = Object.entries(settings).filter(([, value]) => value !== undefined);
  return said.length === 0 ? null : Object.fromEntries(said);
}

/** A baseline that is to be written need not be there yet. */
function baselineIn(path: string | undefined, mayBeMissing: boolean) {
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (mayBeMissing && (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new CliError("input", `cannot read --baseline ${path}: ${reasonOf(error)}`);
  }
  return parseBaseline(text, path);
}

function destinationsOf(options: ReviewOptions, { cwd }: Runtime): Destinations {
  const place = (flag: string, file: string): string => writablePath(flag, file, cwd);
  const { formats, turn, baseline } = options;
  const wishes = formats.map(({ format, file }) => ({
    format,
    path:
      file === undefined ? undefined : place(file === turn.output ? "--output" : "--format", file),
  }));
  if (options.acceptance !== undefined && baseline !== undefined) place("--baseline", baseline);
  return {
    output: undefined,
    diff: undefined,
    result: turn.result === undefined ? undefined : place("--result", turn.result),
    strict: true,
    products: (event) => productsOf(event, wishes, options),
  };
}

/** The review in each of the formats that are wanted. */
export function productsOf(
  { review }: TerminalEvent,
  wishes: readonly { format: Format; path: string | undefined }[],
  { onlyNew, version }: { onlyNew: boolean; version?: string },
): Products {
  if (review === undefined) return { stdout: null, files: [] };
  const shown = onlyNew ? withoutAccepted(review) : review;
  const texts = wishes.map(({ format, path }) => ({ path, text: render(format, shown, version) }));
  return {
    stdout: texts.find(({ path }) => path === undefined)?.text ?? null,
    files: texts.flatMap(({ path, text }) => (path === undefined ? [] : [{ path, text }])),
  };
}

const withoutAccepted = (review: ReviewReport): ReviewReport => ({
  ...review,
  findings: review.findings.filter(({ accepted }) => accepted === null),
});
