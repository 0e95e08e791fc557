import { existsSync } from "node:fs";
import { join } from "node:path";

import type { ConfigFile } from "../../config/schema.js";
import { parseDuration } from "../../src/duration.js";
import { CliError } from "../../src/errors.js";
import { exitCodeOf } from "../../src/exit-codes.js";
import { diffBetween } from "../../src/git/change.js";
import type { Git } from "../../src/git/git.js";
import { gitIn, withoutGitVariables } from "../../src/git/git.js";
import { pathspec } from "../../src/git/pathspec.js";
import { repositoryFacts } from "../../src/git/repository-facts.js";
import { readAll } from "../../src/input/stdin.js";
import { pruneCache, readCached, writeCached } from "../../src/review/cache.js";
import { renderText } from "../../src/review/formats/text.js";
import type { LogEntry } from "../../src/review/log.js";
import { appendLog } from "../../src/review/log.js";
import type { PushRange } from "../../src/review/pre-push.js";
import { parsePushLines, rangesToReview } from "../../src/review/pre-push.js";
import type { ReviewReport } from "../../src/review/report.js";
import type { Runtime, World } from "../../src/runtime.js";
import { complain } from "../complain.js";
import { readSettings } from "../settings.js";
import { stopOn } from "../stop.js";
import type { HookCall } from "./command-line.js";
import type { Ruling } from "./policy.js";
import { ruleOn } from "./policy.js";
import { verdictKey } from "./verdict-key.js";

/** `turnpipe review hook run`: what git is about to push, and whether it may. */
export async function runHook(call: HookCall, world: World): Promise<number> {
  // What leads git into this repository must not lead an agent into it.
  const runtime = { ...world, env: withoutGitVariables(world.env), stop: stopOn(world.stopAsked) };
  try {
    return await guard(call, runtime);
  } catch (error) {
    const failed = complain(error, runtime);
    const wasAsked = runtime.stop.signal.aborted && world.stopAsked.aborted;
    const problem = "the hook itself failed, see above";
    const ruling = ruleOn({ outcome: "error", problem, findings: [] }, call, failed);
    if (wasAsked) return failed;
    say(runtime, ruling.words);
    return ruling.code;
  }
}

async function guard(call: HookCall, runtime: Runtime): Promise<number> {
  const began = Date.now();
  const facts = plainRepository(runtime.cwd) ?? repositoryFacts(gitIn(runtime.cwd, runtime.env));
  if (facts === undefined) throw new CliError("usage", "this is no git repository");
  const git = gitIn(facts.root, runtime.env);
  const place: Place = { git, gitDir: facts.gitDir, began };
  const skip = runtime.env["TURNPIPE_SKIP"]?.trim() ?? "";
  if (skip !== "") {
    log(place, undefined, { what: "skip", reason: skip });
    say(runtime, `the review is skipped: ${skip}`);
    return 0;
  }
  const lines = await readAll(runtime.stdin, {
    firstByteMs: undefined,
    stop: runtime.stop.signal,
    onWait: () => {
      say(runtime, "waiting for git's lines on stdin");
    },
  });
  const ranges = rangesToReview(git, call.remote, parsePushLines(lines.toString("utf8")));
  if (ranges.length === 0) return 0;
  const settings = await readSettings({ workdir: facts.root, trustProject: false }, runtime);
  const timer = timeBox(call, settings, runtime);
  try {
    return await judgeAll(ranges, { call, settings, place }, { ...runtime, cwd: facts.root });
  } finally {
    clearTimeout(timer);
  }
}

/** Git runs its hooks at the top of a working tree: most often there is nothing to ask. */
const plainRepository = (cwd: string): { root: string; gitDir: string } | undefined =>
  existsSync(join(cwd, ".git", "HEAD")) ? { root: cwd, gitDir: join(cwd, ".git") } : undefined;

interface Place {
  git: Git;
  gitDir: string;
  began: number;
}

interface Guard {
  call: HookCall;
  settings: ConfigFile;
  place: Place;
}

/** All ranges are looked at; the first reason against the push is its exit status. */
async function judgeAll(
  ranges: readonly PushRange[],
  guarding: Guard,
  runtime: Runtime,
): Promise<number> {
  let code = 0;
  for (const range of ranges) {
    const ruling = await judgeOne(range, guarding, runtime);
    if (ruling.words !== "") say(runtime, ruling.words);
    code ||= ruling.code;
    if (runtime.stop.signal.aborted) break;
  }
  return code;
}

async function judgeOne(range: PushRange, guarding: Guard, runtime: Runtime): Promise<Ruling> {
  const { call, settings, place } = guarding;
  const { from, to, ref } = range;
  const paths = (settings.review?.paths ?? []).map(pathspec);
  const diff = diffBetween(place.git, from, to, paths);
  if (diff === "") return { code: 0, words: "" };
  const key = verdictKey(diff, settings, runtime);
  const cached = readCached(place.gitDir, key);
  if (cached !== undefined) {
    log(place, range, { ...verdictEntry(cached.report), cached: true });
    show(runtime, cached.report);
    return ruleOn(cached.report, call, 0);
  }
  const commits = range.commits === 1 ? "1 commit" : `${String(range.commits)} commits`;
  say(runtime, `reviewing ${commits} for ${ref}`);
  const { reviewRange } = await import("./review-range.js");
  const { report, code, problem } = await reviewRange(range, settings, runtime);
  const outcome = report ?? { outcome: "error" as const, problem, findings: [] };
  log(
    place,
    range,
    report === undefined ? { what: "error", reason: problem } : verdictEntry(report),
  );
  // Somebody pressed Ctrl-C: that is no failure of the reviewer, and no wish to push.
  if (SIGNALS.has(code)) return { code, words: "interrupted: nothing is pushed" };
  if (report !== undefined) {
    show(runtime, report);
    if (writeCached(place.gitDir, key, report, new Date())) pruneCache(place.gitDir, { keep: 200 });
  }
  return ruleOn(outcome, call, code);
}

const SIGNALS: ReadonlySet<number> = new Set(
  (["hangup", "interrupted", "terminated"] as const).map(exitCodeOf),
);

/** The whole hook has this long: a gate that takes longer is one people go around. */
function timeBox(call: HookCall, settings: ConfigFile, runtime: Runtime): NodeJS.Timeout {
  const configured = settings.review?.timeout;
  const ms =
    call.timeoutMs ??
    (configured === undefined ? DEFAULT_MS : parseDuration("review.timeout", configured));
  return setTimeout(() => {
    const seconds = String(ms / 1000);
    runtime.stop.abort(new CliError("timeout", `no verdict within ${seconds} s`));
  }, ms);
}

const DEFAULT_MS = 180_000;

const verdictEntry = ({ outcome, findings, problem }: ReviewReport): Partial<LogEntry> => ({
  what: outcome === "error" ? "error" : "verdict",
  outcome,
  findings: findings.length,
  reason: problem,
});

function log(place: Place, range: PushRange | undefined, entry: Partial<LogEntry>): void {
  appendLog(place.gitDir, {
    at: new Date().toISOString(),
    what: "verdict",
    ref: range?.ref ?? null,
    from: range?.from ?? null,
    to: range?.to ?? null,
    outcome: null,
    cached: false,
    reason: null,
    findings: null,
    duration_ms: Date.now() - place.began,
    ...entry,
  });
}

/** A review that found nothing needs no page. */
function show({ stderr }: Runtime, report: ReviewReport): void {
  if (report.findings.length > 0) stderr.write(renderText(report));
}

const say = ({ stderr }: Runtime, words: string): void => {
  stderr.write(`turnpipe: ${words}\n`);
};
