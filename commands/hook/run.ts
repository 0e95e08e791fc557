import { withDeadline } from "../../src/async/with-deadline.js";
import { HOOK_TIMEOUT_MS } from "../../config/policy.js";
import type { ConfigFile } from "../../config/schema.js";
import { parseDuration } from "../../src/text/duration.js";
import { CliError, errorMessage } from "../../src/outcome/errors.js";
import { gitWithInheritedEnv, reviewEnvironment } from "../../src/git/git.js";
import { readAll } from "../../src/input/stdin.js";
import { recordInstalled } from "../../src/review/hook-record.js";
import { parsePushLines, rangesToReview } from "../../src/review/pre-push.js";
import type { RunContext, World } from "../../src/context.js";
import { reportError } from "../cli/report-error.js";
import { readSettings } from "../cli/settings.js";
import { createRunContext } from "../cli/run-context.js";
import type { HookCall } from "./command-line.js";
import { reviewAll, decideFromCache } from "./review-push.js";
import { locateRepository } from "./locate-repository.js";
import { decidePush } from "./policy.js";
import type { HookLog } from "./messages.js";
import { log, say } from "./messages.js";

/** `turnpipe review hook run`: reviews what git is about to push and allows or stops it. */
export async function runHook(call: HookCall, world: World): Promise<number> {
  // The agent must not inherit GIT_DIR and the like from git.
  const runContext = createRunContext({ ...world, env: reviewEnvironment(world.env) });
  const began = Date.now();
  let hookLog: HookLog | undefined;
  try {
    const { root, gitDir, gitEnv } = locateRepository(world);
    hookLog = { gitDir, began, secrets: runContext.secrets };
    recordInstalled(gitDir);
    return await checkPush(call, hookLog, {
      ...runContext,
      cwd: root,
      env: { ...runContext.env, ...gitEnv },
    });
  } catch (error) {
    const failed = reportError(error, runContext);
    if (hookLog !== undefined)
      log(hookLog, undefined, { what: "error", reason: errorMessage(error) });
    if (world.stopRequested.aborted) return failed;
    const problem = "the hook itself failed, see above";
    const decision = decidePush({ outcome: "error", problem, findings: [] }, call, failed);
    for (const line of decision.lines) say(runContext, line);
    return decision.code;
  }
}

async function checkPush(
  call: HookCall,
  hookLog: HookLog,
  runContext: RunContext,
): Promise<number> {
  const skip = runContext.env["TURNPIPE_SKIP"]?.trim() ?? "";
  if (skip !== "") {
    log(hookLog, undefined, { what: "skip", reason: skip });
    say(runContext, `the review is skipped: ${skip}`);
    return 0;
  }
  const git = gitWithInheritedEnv(runContext.cwd, runContext.env);
  const refs = parsePushLines(await readRefLines(runContext));
  if (refs.length === 0) return 0;
  const settings = await readSettings(
    { workdir: runContext.cwd, trustProject: false, purpose: "hook" },
    runContext,
  );
  const context = { call, settings, git, hookLog };
  const cached = decideFromCache(refs, context, runContext);
  if (cached !== undefined) return cached;
  const ranges = rangesToReview(git, call.remote, refs);
  const ms = timeoutOf(call, settings);
  const late = new CliError("timeout", `no review result within ${String(ms / 1000)} s`);
  return withDeadline({ stop: runContext.stop.signal, ms, late }, (_, stop) =>
    reviewAll(ranges, context, { ...runContext, stop }),
  );
}

async function readRefLines(runContext: RunContext): Promise<string> {
  const bytes = await readAll(runContext.stdin, {
    firstByteMs: undefined,
    maxBytes: MAX_REF_BYTES,
    tooLong: (limit) => new CliError("input", `git listed more than ${limit} of refs`),
    stop: runContext.stop.signal,
    onWait: () => {
      say(runContext, "waiting for git to list the refs on stdin");
    },
  });
  return bytes.toString("utf8");
}

/** Some hundred thousand refs. */
const MAX_REF_BYTES = 64 * 1024 * 1024;

/** The limit of the whole hook: people bypass a gate that takes too long. */
function timeoutOf({ timeoutMs }: HookCall, { review }: ConfigFile): number {
  if (timeoutMs !== undefined) return timeoutMs;
  const configured = review?.timeout;
  return configured === undefined ? HOOK_TIMEOUT_MS : parseDuration("review.timeout", configured);
}
