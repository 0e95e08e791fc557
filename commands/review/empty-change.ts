import { ownStdout } from "../../src/output/stdout.js";
import { writeTarget } from "../../src/output/write-target.js";
import { reviewOutcome } from "../../src/review/review-outcome.js";
import type { Runtime } from "../../src/context.js";
import { turnCompleted } from "../../src/translate/terminal-event.js";
import { Translator } from "../../src/translate/translator.js";
import { deliver } from "../turn/write-results.js";
import { afterOutput } from "../cli/output-errors.js";
import { openEventSink } from "../turn/event-sink.js";
import type { PlayOptions } from "../turn/turn-setup.js";
import type { PreparedReview } from "./prepare.js";

/** Passes an empty change without a turn. */
export async function passUnread(
  options: PlayOptions,
  { context, prepared }: Pick<PreparedReview, "context" | "prepared">,
  runtime: Runtime,
): Promise<number> {
  const stdout = ownStdout(runtime, { raw: options.rawOutput === true });
  const sink = openEventSink(options, runtime, stdout);
  const { target, head } = context.change;
  const report = reviewOutcome({
    verdict: {
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
  const write = (path: string, text: string) => writeTarget(path, text, runtime);
  const output = { options, targets, sink, stdout, write, secrets: runtime.secrets };
  const { exit_code } = await deliver({ ...event, review }, snapshot, output);
  return afterOutput(exit_code, runtime);
}
