import { ownStdout } from "../../src/output/stdout.js";
import { writeTarget } from "../../src/output/write-target.js";
import { reviewOutcome } from "../../src/review/review-outcome.js";
import type { RunContext } from "../../src/context.js";
import { turnCompleted } from "../../src/translate/terminal-event.js";
import { Translator } from "../../src/translate/translator.js";
import { writeResults } from "../turn/write-results.js";
import { exitCodeAfterOutput } from "../cli/output-errors.js";
import { openEventSink } from "../turn/event-sink.js";
import type { PreparedTurnOptions } from "../turn/turn-setup.js";
import type { PreparedReview } from "./prepare.js";

/** Passes an empty change without a turn. */
export async function passEmptyChange(
  options: PreparedTurnOptions,
  { context, prepared }: Pick<PreparedReview, "context" | "prepared">,
  runContext: RunContext,
): Promise<number> {
  const stdout = ownStdout(runContext, { raw: options.rawOutput === true });
  const sink = openEventSink(options, runContext, stdout);
  const { target, head } = context.change;
  const report = reviewOutcome({
    answer: {
      source: "json",
      correctness: null,
      explanation: null,
      confidence: null,
      findings: [],
    },
    findings: [],
    target,
    head,
    failOn: context.options.failOn,
    baseline: undefined,
    now: context.now,
    moved: null,
    problem: null,
    coverage: context.coverage,
  });
  const review = { ...report, source: "none" as const };
  const snapshot = new Translator(new Set()).snapshot();
  const result = { ...snapshot, status: "completed" as const, failure: null };
  const ids = { threadId: null, turnId: null };
  const event = turnCompleted(result, ids, { cause: "completed", problem: null });
  const { targets } = prepared;
  const write = (path: string, text: string) => writeTarget(path, text, runContext);
  const output = { options, targets, sink, stdout, write, secrets: runContext.secrets };
  const { exit_code } = await writeResults({ ...event, review }, snapshot, output);
  return exitCodeAfterOutput(exit_code, runContext);
}
