import { CliError } from "../../src/outcome/errors.js";
import { reviewEnvironment } from "../../src/git/git.js";
import { workingDirectory } from "../../src/input/files.js";
import type { Runtime } from "../../src/context.js";
import { EXPLANATIONS } from "../cli/help.js";
import type { ParsedArguments } from "../cli/parse.js";
import { settingsFor } from "../cli/settings.js";
import { checkSwitches } from "../cli/check-flags.js";
import type { Command } from "../registry.js";
import type { PlayOptions } from "../turn/stage.js";
import { playTurn } from "../turn/execute-turn.js";
import { REVIEW_FLAGS } from "./flags.js";
import { passUnread } from "./empty-change.js";
import type { ReviewOptions } from "./options.js";
import { parseReview } from "./options.js";
import type { PreparedReview } from "./prepare.js";
import { prepareReview } from "./prepare.js";

/** `turnpipe review`: a change, a reviewer, and a verdict that cannot pass by failing. */
export const REVIEW: Command = {
  flags: REVIEW_FLAGS,
  explanation: EXPLANATIONS.review,
  execute: review,
};

async function review(argv: ParsedArguments, runtime: Runtime): Promise<number> {
  checkSwitches(runtime.argv, REVIEW_FLAGS);
  const options = parseReview(argv, await settingsFor(argv, runtime, "review"));
  // Called from a git hook, the agent must not inherit what leads git elsewhere.
  return executeReview(options, { ...runtime, env: reviewEnvironment(runtime.env) });
}

async function executeReview(options: ReviewOptions, runtime: Runtime): Promise<number> {
  const { demo } = options.turn;
  if (demo === undefined) return withinTime(options, runtime);
  const { withDemo } = await import("../turn/demo.js");
  return withDemo(demo, options.turn, runtime, (turn, world) =>
    withinTime({ ...options, turn }, world),
  );
}

/** The time box is a wish to stop like any other, with a reason of its own. */
async function withinTime(options: ReviewOptions, runtime: Runtime): Promise<number> {
  const { timeoutMs } = options;
  if (timeoutMs === undefined) return reviewOnce(options, runtime);
  const timer = setTimeout(() => {
    const seconds = String(timeoutMs / 1000);
    runtime.stop.abort(new CliError("timeout", `no verdict within ${seconds} s (--timeout)`));
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

/** Has the change reviewed, if there is one. */
const runReview = (play: PlayOptions, review: PreparedReview, runtime: Runtime): Promise<number> =>
  review.unread ? passUnread(play, review, runtime) : playTurn(play, review.prepared, runtime);
