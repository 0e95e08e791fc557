import { HOOK_TIMEOUT_MS } from "../../config/policy.js";
import type { ConfigFile } from "../../config/schema.js";
import { parseDuration } from "../../src/text/duration.js";
import { CliError, reasonOf } from "../../src/outcome/errors.js";
import { gitWith, reviewEnvironment } from "../../src/git/git.js";
import { readAll } from "../../src/input/stdin.js";
import { parsePushLines, rangesToReview } from "../../src/review/pre-push.js";
import type { Runtime, World } from "../../src/context.js";
import { reportError } from "../cli/report-error.js";
import { readSettings } from "../cli/settings.js";
import { runtimeOf } from "../cli/run-context.js";
import type { HookCall } from "./command-line.js";
import { reviewAll, decideFromCache } from "./review-push.js";
import { locateRepository } from "./locate-repository.js";
import { decidePush } from "./policy.js";
import type { HookLog } from "./messages.js";
import { log, say } from "./messages.js";

/** `turnpipe review hook run`: reviews what git is about to push and allows or stops it. */
export async function runHook(call: HookCall, world: World): Promise<number> {
  // The agent must not inherit GIT_DIR and the like from git.
  const runtime = runtimeOf({ ...world, env: reviewEnvironment(world.env) });
  const began = Date.now();
  let hookLog: HookLog | undefined;
  try {
    const { root, gitDir, gitEnv } = locateRepository(world);
    hookLog = { gitDir, began, secrets: runtime.secrets };
    return await checkPush(call, hookLog, {
      ...runtime,
      cwd: root,
      env: { ...runtime.env, ...gitEnv },
    });
  } catch (error) {
    const failed = reportError(error, runtime);
    if (hookLog !== undefined) log(hookLog, undefined, { what: "error", reason: reasonOf(error) });
    if (world.stopAsked.aborted) return failed;
    const problem = "the hook itself failed, see above";
    const decision = decidePush({ outcome: "error", problem, findings: [] }, call, failed);
    for (const line of decision.lines) say(runtime, line);
    return decision.code;
  }
}

async function checkPush(call: HookCall, hookLog: HookLog, runtime: Runtime): Promise<number> {
  const skip = runtime.env["TURNPIPE_SKIP"]?.trim() ?? "";
  if (skip !== "") {
    log(hookLog, undefined, { what: "skip", reason: skip });
    say(runtime, `the review is skipped: ${skip}`);
    return 0;
  }
  const git = gitWith(runtime.cwd, runtime.env);
  const refs = parsePushLines(await readRefLines(runtime));
  if (refs.length === 0) return 0;
  const settings = await readSettings(
    { workdir: runtime.cwd, trustProject: false, purpose: "hook" },
    runtime,
  );
  const context = { call, settings, git, hookLog };
  const cached = decideFromCache(refs, context, runtime);
  if (cached !== undefined) return cached;
  const ranges = rangesToReview(git, call.remote, refs);
  const timer = startTimeout(call, settings, runtime);
  try {
    return await reviewAll(ranges, context, runtime);
  } finally {
    clearTimeout(timer);
  }
}

async function readRefLines(runtime: Runtime): Promise<string> {
  const bytes = await readAll(runtime.stdin, {
    firstByteMs: undefined,
    maxBytes: MAX_REF_BYTES,
    tooLong: (limit) => new CliError("input", `git listed more than ${limit} of refs`),
    stop: runtime.stop.signal,
    onWait: () => {
      say(runtime, "waiting for git to list the refs on stdin");
    },
  });
  return bytes.toString("utf8");
}

/** Some hundred thousand refs. */
const MAX_REF_BYTES = 64 * 1024 * 1024;

/** Limits the whole hook: people bypass a gate that takes too long. */
function startTimeout(call: HookCall, settings: ConfigFile, runtime: Runtime): NodeJS.Timeout {
  const configured = settings.review?.timeout;
  const ms =
    call.timeoutMs ??
    (configured === undefined ? HOOK_TIMEOUT_MS : parseDuration("review.timeout", configured));
  return setTimeout(() => {
    const seconds = String(ms / 1000);
    runtime.stop.abort(new CliError("timeout", `no review result within ${seconds} s`));
  }, ms);
}
