import { ownStdout } from "../../src/output/stdout.js";
import { writeTarget } from "../../src/output/write-target.js";
import { reviewOutcome } from "../../src/review/review-outcome.js";
import type { Runtime } from "../../src/context.js";
import { turnCompleted } from "../../src/translate/terminal.js";
import { Translator } from "../../src/translate/translator.js";
import { deliver } from "../turn/write-results.js";
import { afterOutput } from "../cli/output-errors.js";
import { openEventSink } from "../turn/event-sink.js";
import type { PlayOptions } from "../turn/stage.js";
import type { PreparedReview } from "./prepare.js";

/** An empty change passes without a turn: there is nothing to find anything in. */
export async function passUnread(
  options: PlayOptions,
  { context, prepared }: Pick<PreparedReview, "context" | "prepared">,
  runtime: Runtime,
): Promise<number> {
  const stdout = ownStdout(runtime, { raw: options.rawOutput === true });
  const sink = openEventSink(options, runtime, stdout);
  const { target, head } = context.change;
  const verdict = reviewOutcome({
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
  const review = { ...verdict, source: "none" as const };
  const nothing = new Translator(new Set()).snapshot();
  const end = { ...nothing, status: "completed" as const, failure: null };
  const names = { threadId: null, turnId: null };
  const event = turnCompleted(end, names, { cause: "completed", problem: null });
  const { targets } = prepared;
  const write = (path: string, text: string) => writeTarget(path, text, runtime);
  const counter = { options, targets, sink, stdout, write, secrets: runtime.secrets };
  const { exit_code } = await deliver({ ...event, review }, nothing, counter);
  return afterOutput(exit_code, runtime);
}
