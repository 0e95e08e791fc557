import { CliError } from "../../src/outcome/errors.js";
import { reviewEnvironment } from "../../src/git/git.js";
import { workingDirectory } from "../../src/input/files.js";
import type { Runtime } from "../../src/context.js";
import { EXPLANATIONS } from "../cli/help.js";
import type { ParsedArguments } from "../cli/parse.js";
import { settingsFor } from "../cli/settings.js";
import { checkSwitches } from "../cli/check-flags.js";
import type { Command } from "../registry.js";
import type { PlayOptions } from "../turn/turn-setup.js";
import { playTurn } from "../turn/execute-turn.js";
import { REVIEW_FLAGS } from "./flags.js";
import { passUnread } from "./empty-change.js";
import type { ReviewOptions } from "./options.js";
import { parseReview } from "./options.js";
import type { PreparedReview } from "./prepare.js";
import { prepareReview } from "./prepare.js";

/** `turnpipe review`: reviews a change. A review that fails to run never passes. */
export const REVIEW: Command = {
  flags: REVIEW_FLAGS,
  explanation: EXPLANATIONS.review,
  execute: review,
};

async function review(argv: ParsedArguments, runtime: Runtime): Promise<number> {
  checkSwitches(runtime.argv, REVIEW_FLAGS);
  const options = parseReview(argv, await settingsFor(argv, runtime, "review"));
  // Called from a git hook, the agent must not inherit GIT_DIR and the like.
  return executeReview(options, { ...runtime, env: reviewEnvironment(runtime.env) });
}

async function executeReview(options: ReviewOptions, runtime: Runtime): Promise<number> {
  const { demo } = options.turn;
  if (demo === undefined) return withTimeout(options, runtime);
  const { withDemo } = await import("../turn/demo.js");
  return withDemo(demo, options.turn, runtime, (turn, world) =>
    withTimeout({ ...options, turn }, world),
  );
}

/** Applies `--timeout` by aborting the run's stop signal. */
async function withTimeout(options: ReviewOptions, runtime: Runtime): Promise<number> {
  const { timeoutMs } = options;
  if (timeoutMs === undefined) return reviewOnce(options, runtime);
  const timer = setTimeout(() => {
    const seconds = String(timeoutMs / 1000);
    runtime.stop.abort(new CliError("timeout", `no review result within ${seconds} s (--timeout)`));
  }, timeoutMs);
  try {
    return await reviewOnce(options, runtime);
  } finally {
    clearTimeout(timer);
  }
}

async function reviewOnce(options: ReviewOptions, runtime: Runtime): Promise<number> {
  const { turn } = options;
  const workdir = workingDirectory(turn.cd, runtime.cwd);
  const review = await prepareReview(options, workdir, runtime);
  const play = { ...turn, failOn: [] };
  if (turn.record === undefined) return runReview(play, review, runtime);
  const { recordReview } = await import("./record-review.js");
  return recordReview(turn.record, { options, play, review }, runtime, runReview);
}

/** Runs the reviewer's turn unless the change is empty. */
const runReview = (play: PlayOptions, review: PreparedReview, runtime: Runtime): Promise<number> =>
  review.isEmpty
    ? passUnread(play, review, runtime)
    : playTurn(play, review.prepared, runtime);
