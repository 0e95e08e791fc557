import type { ConfigFile } from "../../config/schema.js";
import { failureOf } from "../../src/outcome/errors.js";
import { exitCodeOf } from "../../src/outcome/exit-codes.js";
import { diffBetween } from "../../src/git/change.js";
import type { Git } from "../../src/git/git.js";
import { pathspec } from "../../src/git/pathspec.js";
import type { CachedReview } from "../../src/review/cache.js";
import { cachePath, pruneCache, readCached, writeCached } from "../../src/review/cache.js";
import type { PushedRef, PushRange } from "../../src/review/pre-push.js";
import type { ReviewReport } from "../../src/review/report.js";
import type { RunContext } from "../../src/context.js";
import { instructionsAtBase } from "../review/instructions.js";
import type { HookCall } from "./command-line.js";
import type { PushDecision } from "./policy.js";
import { decidePush } from "./policy.js";
import type { HookLog } from "./messages.js";
import { entryOf, log, say, showReport } from "./messages.js";
import { reviewCacheKey } from "./cache-key.js";
import { counted } from "../../src/text/counted.js";

/** A push, its settings and its repository. */
export interface PushContext {
  call: HookCall;
  settings: ConfigFile;
  git: Git;
  hookLog: HookLog;
}

/**
 * The exit status for one branch that continues the remote's, if exactly this diff passed before. It
 * runs git once where the full path runs it three times, and a push waits for each.
 */
export function decideFromCache(
  refs: readonly PushedRef[],
  context: PushContext,
  runContext: RunContext,
): number | undefined {
  const [only] = refs;
  if (only === undefined || refs.length > 1 || !only.remoteRef.startsWith("refs/heads/")) {
    return undefined;
  }
  const { remoteRef: ref, remoteSha: from, localSha: to } = only;
  if ([from, to].some((id) => /^0+$/.test(id))) return undefined;
  try {
    const [update] = updateFor({ ref, from, to, commits: 0 }, context, runContext);
    // A cached failure may not apply: what is new depends on the remote's other branches.
    if (update?.cached?.report.outcome !== "pass") return undefined;
    return decideCached(update, update.cached, context, runContext).code;
  } catch {
    // The remote's commit is not here: the full path handles that.
    return undefined;
  }
}

/** Decides every range, cached ones first. The first non-zero status is the exit status. */
export async function reviewAll(
  ranges: readonly PushRange[],
  context: PushContext,
  runContext: RunContext,
): Promise<number> {
  const decisions = ranges.flatMap((range) => unreviewable(range, context, runContext));
  const updates = ranges
    .filter(({ problem }) => problem === undefined)
    .flatMap((range) => updateFor(range, context, runContext));
  for (const update of updates) {
    const { cached } = update;
    if (cached !== undefined) decisions.push(decideCached(update, cached, context, runContext));
  }
  for (const update of updates) {
    const { range, key, cached } = update;
    if (cached !== undefined) continue;
    // Two refs may have the same diff: then the first has just been reviewed.
    const fresh = readCached(context.hookLog.gitDir, key);
    decisions.push(
      fresh === undefined
        ? await reviewUpdate(range, key, context, runContext)
        : decideCached(update, fresh, context, runContext),
    );
  }
  return decisions.map(({ code }) => code).find((code) => code !== 0) ?? 0;
}

/** A range that cannot be compared with anything is decided by `on_error`. */
function unreviewable(
  range: PushRange,
  { call, hookLog }: PushContext,
  runContext: RunContext,
): PushDecision[] {
  const { problem } = range;
  if (problem === undefined) return [];
  log(hookLog, range, { what: "error", outcome: "error", reason: problem });
  return [announce(decidePush({ outcome: "error", problem, findings: [] }, call, 0), runContext)];
}

interface Update {
  range: PushRange;
  key: string;
  cached: CachedReview | undefined;
}

/** The update to review; none for a range without changes in the reviewed paths. */
function updateFor(
  range: PushRange,
  { settings, git, hookLog }: PushContext,
  runContext: RunContext,
): Update[] {
  const paths = (settings.review?.paths ?? []).map(pathspec);
  const diff = diffBetween(git, range.from, range.to, paths);
  if (diff === "") return [];
  const key = reviewCacheKey(diff, settings, runContext, instructionsOf(range, settings, git));
  return [{ range, key, cached: readCached(hookLog.gitDir, key) }];
}

/** The instructions at the base; for the cache key, so without the note about their origin. */
function instructionsOf({ from }: PushRange, { review }: ConfigFile, git: Git): string | undefined {
  const file = review?.instructions_file;
  if (file === undefined) return undefined;
  const found = instructionsAtBase(file, { git, root: git.cwd, base: from });
  return found === undefined ? undefined : (found.text ?? "");
}

function decideCached(
  { range, key }: Pick<Update, "range" | "key">,
  { report }: CachedReview,
  context: PushContext,
  runContext: RunContext,
): PushDecision {
  log(context.hookLog, range, { ...entryOf(report), cached: true });
  // A pass needs no explanation.
  if (report.outcome === "fail") say(runContext, "this diff was reviewed before, and had findings");
  showReport(
    runContext,
    report,
    `the whole review is in ${cachePath(context.hookLog.gitDir, key)}`,
  );
  return announce(decidePush(report, context.call, 0), runContext);
}

async function reviewUpdate(
  range: PushRange,
  key: string,
  { call, settings, hookLog }: PushContext,
  runContext: RunContext,
): Promise<PushDecision> {
  const { aborted, reason } = runContext.stop.signal as { aborted: boolean; reason: unknown };
  const { report, code, problem } = aborted
    ? notReviewed(reason)
    : await startReview(range, settings, runContext);
  log(hookLog, range, report === undefined ? { what: "error", reason: problem } : entryOf(report));
  // Ctrl-C is not a failed review, so `on_error` does not apply: nothing is pushed.
  if (SIGNALS.has(code))
    return announce({ code, lines: ["interrupted: nothing is pushed"] }, runContext);
  if (report !== undefined) {
    const isCached =
      !dependsOnAttributes(report) &&
      writeCached(hookLog.gitDir, key, runContext.secrets.value(report), new Date());
    const whole = isCached
      ? `the whole review is in ${cachePath(hookLog.gitDir, key)}`
      : `to review again and print all of it: turnpipe review --range ${range.from}..${range.to}`;
    showReport(runContext, report, whole);
    if (isCached) pruneCache(hookLog.gitDir, { keep: 200 });
  }
  const outcome = report ?? { outcome: "error" as const, problem, findings: [] };
  return announce(decidePush(outcome, call, code), runContext);
}

/** Whether attributes of the base decided something: the cache key does not cover them. */
const dependsOnAttributes = ({ coverage }: ReviewReport): boolean =>
  coverage?.listed.some(({ state, reason }) => state === "ignored" && reason === "attribute") ===
  true;

function notReviewed(reason: unknown) {
  const { cause, message } = failureOf(reason);
  return { report: undefined, code: exitCodeOf(cause), problem: message };
}

async function startReview(range: PushRange, settings: ConfigFile, runContext: RunContext) {
  const { commits, ref } = range;
  const what = commits === 0 ? "a tree" : counted(commits, "commit");
  say(runContext, `reviewing ${what} for ${ref}`);
  const { reviewRange } = await import("./review-range.js");
  return reviewRange(range, settings, runContext);
}

const SIGNALS: ReadonlySet<number> = new Set(
  (["hangup", "interrupted", "terminated"] as const).map(exitCodeOf),
);

function announce(decision: PushDecision, runContext: RunContext): PushDecision {
  for (const line of decision.lines) say(runContext, line);
  return decision;
}
