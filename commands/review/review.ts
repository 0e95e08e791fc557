import { withDeadline } from "../../src/async/with-deadline.js";
import { CliError } from "../../src/outcome/errors.js";
import { reviewEnvironment } from "../../src/git/git.js";
import { workingDirectory } from "../../src/input/files.js";
import type { RunContext } from "../../src/context.js";
import { TURN_HELP } from "../cli/help.js";
import type { ParsedArguments } from "../cli/parse.js";
import { settingsFor } from "../cli/settings.js";
import type { Command } from "../registry.js";
import type { ExecuteOptions } from "../turn/execute-turn.js";
import { runPreparedTurn } from "../turn/execute-turn.js";
import { REVIEW_FLAGS } from "./flags.js";
import { reportEmptyChange } from "./empty-change.js";
import type { ReviewOptions } from "./options.js";
import { parseReview } from "./options.js";
import type { PreparedReview } from "./prepare.js";
import { prepareReview, reviewTurn } from "./prepare.js";

/** `turnpipe review`: reviews a change. A review that fails to run never passes. */
export const REVIEW: Command = {
  name: "review",
  flags: REVIEW_FLAGS,
  help: TURN_HELP.review,
  execute: review,
};

async function review(argv: ParsedArguments, runContext: RunContext): Promise<number> {
  const options = parseReview(argv, await settingsFor(argv, runContext, "review"));
  // Called from a git hook, the agent must not inherit GIT_DIR and the like.
  return executeReview(options, { ...runContext, env: reviewEnvironment(runContext.env) });
}

async function executeReview(options: ReviewOptions, runContext: RunContext): Promise<number> {
  const { demo } = options.turn;
  if (demo === undefined) return withTimeout(options, runContext);
  const { withDemo } = await import("../turn/demo.js");
  return withDemo(demo, options.turn, runContext, (turn, world) =>
    withTimeout({ ...options, turn }, world),
  );
}

/** Applies `--timeout`: aborts the stop signal of the review when the time is up. */
async function withTimeout(options: ReviewOptions, runContext: RunContext): Promise<number> {
  const { timeoutMs } = options;
  if (timeoutMs === undefined) return reviewOnce(options, runContext);
  const seconds = String(timeoutMs / 1000);
  const late = new CliError("timeout", `no review result within ${seconds} s (--timeout)`);
  return withDeadline({ stop: runContext.stop.signal, ms: timeoutMs, late }, (_, stop) =>
    reviewOnce(options, { ...runContext, stop }),
  );
}

async function reviewOnce(options: ReviewOptions, runContext: RunContext): Promise<number> {
  const { turn } = options;
  const workdir = workingDirectory(turn.cd, runContext.cwd);
  const review = await prepareReview(options, workdir, runContext);
  if (turn.record === undefined) return runReview(turn, review, runContext);
  const { recordReview } = await import("./record-review.js");
  return recordReview(turn.record, { options, review }, runContext, runReview);
}

/** Runs the reviewer's turn unless the change is empty. */
const runReview = (
  options: ExecuteOptions,
  review: PreparedReview,
  runContext: RunContext,
): Promise<number> =>
  review.isEmpty
    ? reportEmptyChange(options, review, runContext)
    : runPreparedTurn(options, reviewTurn(review), runContext);
