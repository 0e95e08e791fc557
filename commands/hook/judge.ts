import type { ConfigFile } from "../../config/schema.js";
import { failureOf } from "../../src/errors.js";
import { exitCodeOf } from "../../src/exit-codes.js";
import { diffBetween } from "../../src/git/change.js";
import type { Git } from "../../src/git/git.js";
import { pathspec } from "../../src/git/pathspec.js";
import type { CachedReview } from "../../src/review/cache.js";
import { cachePath, pruneCache, readCached, writeCached } from "../../src/review/cache.js";
import type { PushedRef, PushRange } from "../../src/review/pre-push.js";
import type { ReviewReport } from "../../src/review/report.js";
import type { Runtime } from "../../src/runtime.js";
import { instructionsAtBase } from "../review/instructions.js";
import type { HookCall } from "./command-line.js";
import type { Ruling } from "./policy.js";
import { ruleOn } from "./policy.js";
import type { Ledger } from "./tell.js";
import { entryOf, log, say, show } from "./tell.js";
import { verdictKey } from "./verdict-key.js";

/** A push and the rules it is held to. */
export interface Guard {
  call: HookCall;
  settings: ConfigFile;
  git: Git;
  ledger: Ledger;
}

/**
 * The ruling on one branch that goes on from where the remote has it, if just this diff has passed
 * before. It asks git one question where the whole way asks three, and a push waits for each.
 */
export function judgeKnown(
  refs: readonly PushedRef[],
  guard: Guard,
  runtime: Runtime,
): number | undefined {
  const [only] = refs;
  if (only === undefined || refs.length > 1 || !only.remoteRef.startsWith("refs/heads/")) {
    return undefined;
  }
  const { remoteRef: ref, remoteSha: from, localSha: to } = only;
  if ([from, to].some((id) => /^0+$/.test(id))) return undefined;
  try {
    const [update] = caseOf({ ref, from, to, commits: 0 }, guard, runtime);
    // Whether it stands in the way is another matter: that depends on what the remote has elsewhere.
    if (update?.cached?.report.outcome !== "pass") return undefined;
    return known(update, update.cached, guard, runtime).code;
  } catch {
    // What the remote has is not here: the whole way knows what to do about that.
    return undefined;
  }
}

/** Every range gets a ruling, those with a known verdict first; the first no is the exit status. */
export async function judgeAll(
  ranges: readonly PushRange[],
  guard: Guard,
  runtime: Runtime,
): Promise<number> {
  const rulings = ranges.flatMap((range) => unreviewable(range, guard, runtime));
  const cases = ranges
    .filter(({ problem }) => problem === undefined)
    .flatMap((range) => caseOf(range, guard, runtime));
  for (const update of cases) {
    const { cached } = update;
    if (cached !== undefined) rulings.push(known(update, cached, guard, runtime));
  }
  for (const update of cases) {
    const { range, key, cached } = update;
    if (cached !== undefined) continue;
    // Two refs may bring the same change: then the first has just been judged.
    const just = readCached(guard.ledger.gitDir, key);
    rulings.push(
      just === undefined
        ? await judged(range, key, guard, runtime)
        : known(update, just, guard, runtime),
    );
  }
  return rulings.map(({ code }) => code).find((code) => code !== 0) ?? 0;
}

/** What cannot be compared with anything is left to the policy for errors, and said. */
function unreviewable(range: PushRange, { call, ledger }: Guard, runtime: Runtime): Ruling[] {
  const { problem } = range;
  if (problem === undefined) return [];
  log(ledger, range, { what: "error", outcome: "error", reason: problem });
  return [told(ruleOn({ outcome: "error", problem, findings: [] }, call, 0), runtime)];
}

interface Case {
  range: PushRange;
  key: string;
  cached: CachedReview | undefined;
}

/** A range that changes nothing, or nothing that is looked at, is none. */
function caseOf(range: PushRange, { settings, git, ledger }: Guard, runtime: Runtime): Case[] {
  const paths = (settings.review?.paths ?? []).map(pathspec);
  const diff = diffBetween(git, range.from, range.to, paths);
  if (diff === "") return [];
  const key = verdictKey(diff, settings, runtime, instructionsOf(range, settings, git));
  return [{ range, key, cached: readCached(ledger.gitDir, key) }];
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
  guard: Guard,
  runtime: Runtime,
): Ruling {
  log(guard.ledger, range, { ...entryOf(report), cached: true });
  show(runtime, report, `all of it is in ${cachePath(guard.ledger.gitDir, key)}`);
  return told(ruleOn(report, guard.call, 0), runtime);
}

async function judged(
  range: PushRange,
  key: string,
  { call, settings, ledger }: Guard,
  runtime: Runtime,
): Promise<Ruling> {
  const { aborted, reason } = runtime.stop.signal as { aborted: boolean; reason: unknown };
  const { report, code, problem } = aborted
    ? notReached(reason)
    : await reviewed(range, settings, runtime);
  log(ledger, range, report === undefined ? { what: "error", reason: problem } : entryOf(report));
  // Somebody pressed Ctrl-C: that is no failure of the reviewer, and no wish to push.
  if (SIGNALS.has(code)) return told({ code, lines: ["interrupted: nothing is pushed"] }, runtime);
  if (report !== undefined) {
    const isKept =
      !restsOnAttributes(report) &&
      writeCached(ledger.gitDir, key, runtime.secrets.value(report), new Date());
    const whole = isKept
      ? `all of it is in ${cachePath(ledger.gitDir, key)}`
      : `to have it reviewed again and printed whole: turnpipe review --range ${range.from}..${range.to}`;
    show(runtime, report, whole);
    if (isKept) pruneCache(ledger.gitDir, { keep: 200 });
  }
  const outcome = report ?? { outcome: "error" as const, problem, findings: [] };
  return told(ruleOn(outcome, call, code), runtime);
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

function told(ruling: Ruling, runtime: Runtime): Ruling {
  for (const line of ruling.lines) say(runtime, line);
  return ruling;
}
