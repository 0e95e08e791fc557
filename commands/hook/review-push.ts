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
import type { Runtime } from "../../src/context.js";
import { instructionsAtBase } from "../review/instructions.js";
import type { HookCall } from "./command-line.js";
import type { PushDecision } from "./policy.js";
import { decidePush } from "./policy.js";
import type { HookLog } from "./messages.js";
import { entryOf, log, say, show } from "./messages.js";
import { reviewCacheKey } from "./cache-key.js";

/** A push and the rules it is held to. */
export interface PushContext {
  call: HookCall;
  settings: ConfigFile;
  git: Git;
  hookLog: HookLog;
}

/**
 * The ruling on one branch that goes on from where the remote has it, if just this diff has passed
 * before. It asks git one question where the whole way asks three, and a push waits for each.
 */
export function decideKnown(
  refs: readonly PushedRef[],
  context: PushContext,
  runtime: Runtime,
): number | undefined {
  const [only] = refs;
  if (only === undefined || refs.length > 1 || !only.remoteRef.startsWith("refs/heads/")) {
    return undefined;
  }
  const { remoteRef: ref, remoteSha: from, localSha: to } = only;
  if ([from, to].some((id) => /^0+$/.test(id))) return undefined;
  try {
    const [update] = caseOf({ ref, from, to, commits: 0 }, context, runtime);
    // Whether it stands in the way is another matter: that depends on what the remote has elsewhere.
    if (update?.cached?.report.outcome !== "pass") return undefined;
    return known(update, update.cached, context, runtime).code;
  } catch {
    // What the remote has is not here: the whole way knows what to do about that.
    return undefined;
  }
}

/** Every range gets a ruling, those with a known verdict first; the first no is the exit status. */
export async function reviewAll(
  ranges: readonly PushRange[],
  context: PushContext,
  runtime: Runtime,
): Promise<number> {
  const decisions = ranges.flatMap((range) => unreviewable(range, context, runtime));
  const cases = ranges
    .filter(({ problem }) => problem === undefined)
    .flatMap((range) => caseOf(range, context, runtime));
  for (const update of cases) {
    const { cached } = update;
    if (cached !== undefined) decisions.push(known(update, cached, context, runtime));
  }
  for (const update of cases) {
    const { range, key, cached } = update;
    if (cached !== undefined) continue;
    // Two refs may bring the same change: then the first has just been judged.
    const just = readCached(context.hookLog.gitDir, key);
    decisions.push(
      just === undefined
        ? await judged(range, key, context, runtime)
        : known(update, just, context, runtime),
    );
  }
  return decisions.map(({ code }) => code).find((code) => code !== 0) ?? 0;
}

/** What cannot be compared with anything is left to the policy for errors, and said. */
function unreviewable(range: PushRange, { call, hookLog }: PushContext, runtime: Runtime): PushDecision[] {
  const { problem } = range;
  if (problem === undefined) return [];
  log(hookLog, range, { what: "error", outcome: "error", reason: problem });
  return [told(decidePush({ outcome: "error", problem, findings: [] }, call, 0), runtime)];
}

interface Case {
  range: PushRange;
  key: string;
  cached: CachedReview | undefined;
}

/** A range that changes nothing, or nothing that is looked at, is none. */
function caseOf(range: PushRange, { settings, git, hookLog }: PushContext, runtime: Runtime): Case[] {
  const paths = (settings.review?.paths ?? []).map(pathspec);
  const diff = diffBetween(git, range.from, range.to, paths);
  if (diff === "") return [];
  const key = reviewCacheKey(diff, settings, runtime, instructionsOf(range, settings, git));
  return [{ range, key, cached: readCached(hookLog.gitDir, key) }];
}

/** What the base has, without a word about it: a verdict that is known needs none. */
function instructionsOf({ from }: PushRange, { review }: ConfigFile, git: Git): string | undefined {
  const file = review?.instructions_file;
  if (file === undefined) return undefined;
  const found = instructionsAtBase(file, { git, root: git.cwd, base: from });
  return found === undefined ? undefined : (found.text ?? "");
}

function known(
  { range, key }: Pick<Case, "range" | "key">,
  { report }: CachedReview,
  context: PushContext,
  runtime: Runtime,
): PushDecision {
  log(context.hookLog, range, { ...entryOf(report), cached: true });
  show(runtime, report, `all of it is in ${cachePath(context.hookLog.gitDir, key)}`);
  return told(decidePush(report, context.call, 0), runtime);
}

async function judged(
  range: PushRange,
  key: string,
  { call, settings, hookLog }: PushContext,
  runtime: Runtime,
): Promise<PushDecision> {
  const { aborted, reason } = runtime.stop.signal as { aborted: boolean; reason: unknown };
  const { report, code, problem } = aborted
    ? notReached(reason)
    : await reviewed(range, settings, runtime);
  log(hookLog, range, report === undefined ? { what: "error", reason: problem } : entryOf(report));
  // Somebody pressed Ctrl-C: that is no failure of the reviewer, and no wish to push.
  if (SIGNALS.has(code)) return told({ code, lines: ["interrupted: nothing is pushed"] }, runtime);
  if (report !== undefined) {
    const isKept =
      !restsOnAttributes(report) &&
      writeCached(hookLog.gitDir, key, runtime.secrets.value(report), new Date());
    const whole = isKept
      ? `all of it is in ${cachePath(hookLog.gitDir, key)}`
      : `to have it reviewed again and printed whole: turnpipe review --range ${range.from}..${range.to}`;
    show(runtime, report, whole);
    if (isKept) pruneCache(hookLog.gitDir, { keep: 200 });
  }
  const outcome = report ?? { outcome: "error" as const, problem, findings: [] };
  return told(decidePush(outcome, call, code), runtime);
}

/** The attributes of the base are no part of a diff, so a diff alone does not name such a review. */
const restsOnAttributes = ({ coverage }: ReviewReport): boolean =>
  coverage?.listed.some(({ state, reason }) => state === "ignored" && reason === "attribute") ===
  true;

function notReached(reason: unknown) {
  const { cause, message } = failureOf(reason);
  return { report: undefined, code: exitCodeOf(cause), problem: message };
}

async function reviewed(range: PushRange, settings: ConfigFile, runtime: Runtime) {
  const { commits, ref } = range;
  const what = commits === 0 ? "a tree" : commits === 1 ? "1 commit" : `${String(commits)} commits`;
  say(runtime, `reviewing ${what} for ${ref}`);
  const { reviewRange } = await import("./review-range.js");
  return reviewRange(range, settings, runtime);
}

const SIGNALS: ReadonlySet<number> = new Set(
  (["hangup", "interrupted", "terminated"] as const).map(exitCodeOf),
);

function told(decision: PushDecision, runtime: Runtime): PushDecision {
  for (const line of decision.lines) say(runtime, line);
  return decision;
}
