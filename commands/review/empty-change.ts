import { ownStdout } from "../../src/output/stdout.js";
import { writeTarget } from "../../src/output/write-target.js";
import { judgeReview } from "../../src/review/review-outcome.js";
import type { Runtime } from "../../src/context.js";
import { turnCompleted } from "../../src/translate/terminal.js";
import { Translator } from "../../src/translate/translator.js";
import { deliver } from "../turn/write-results.js";
import { afterOutput } from "../cli/output-errors.js";
import { openReport } from "../turn/event-sink.js";
import type { PlayOptions } from "../turn/stage.js";
import type { PreparedReview } from "./prepare.js";

/** An empty change passes without a turn: there is nothing to find anything in. */
export async function passUnread(
  options: PlayOptions,
  { court, prepared }: Pick<PreparedReview, "court" | "prepared">,
  runtime: Runtime,
): Promise<number> {
  const stdout = ownStdout(runtime, { raw: options.rawOutput === true });
  const report = openReport(options, runtime, stdout);
  const { target, head } = court.change;
  const verdict = judgeReview({
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
    failOn: court.options.failOn,
    baseline: undefined,
    now: court.now,
    moved: null,
    problem: null,
    coverage: court.coverage,
  });
  const review = { ...verdict, source: "none" as const };
  const nothing = new Translator(new Set()).standing();
  const end = { ...nothing, status: "completed" as const, failure: null };
  const names = { threadId: null, turnId: null };
  const event = turnCompleted(end, names, { cause: "completed", problem: null });
  const { destinations } = prepared;
  const write = (path: string, text: string) => writeTarget(path, text, runtime);
  const counter = { options, destinations, report, stdout, write, secrets: runtime.secrets };
  const { exit_code } = await deliver({ ...event, review }, nothing, counter);
  return afterOutput(exit_code, runtime);
}
