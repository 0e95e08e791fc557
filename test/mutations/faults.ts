/** One line of the program, and the same line with a mistake in it. */
export interface Fault {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** What the mistake breaks. */
  readonly breaks: string;
  /** Tests with a real codex that are run first, if the unit tests do not notice it. */
  readonly engine?: readonly string[];
}

/** Typical mistakes, one each, in every part of the program. None leaves the behaviour as it was. */
export const FAULTS: readonly Fault[] = [
  {
    file: "src/translate/translator.ts",
    before: "    this.#earlierDiff += this.#diff;",
    after: "    this.#earlierDiff = this.#diff;",
    breaks: "the diff of a run with three turns lacks the first one's",
  },
  {
    file: "src/translate/failure.ts",
    before: '  const isReason = cause === "usage_limit" || (fullest?.usedPercent ?? 0) >= 100;',
    after: '  const isReason = cause === "usage_limit" || (fullest?.usedPercent ?? 0) > 100;',
    breaks: "a rate limit whose window is full does not say when it resets",
  },
  {
    file: "src/rpc/queue.ts",
    before: "    size -= next?.size ?? 0;",
    after: "    size -= 0;",
    breaks: "the server is no longer read once eight megabytes have come",
  },
  {
    file: "src/rpc/peer.ts",
    before: "    const pause = this.incoming.full && this.#requests.size === 0;",
    after: "    const pause = this.incoming.full;",
    breaks: "a response waits behind notifications that nobody reads",
  },
  {
    file: "src/turn/time-limits.ts",
    before: "    if (this.#inFlight.size === 0) this.#idle?.start();",
    after: "    this.#idle?.start();",
    breaks: "--idle-timeout ends a turn while a command runs",
  },
  {
    file: "src/turn/retry/run-with-retries.ts",
    before: "    wanted = withModel(wanted, model);",
    after: "    wanted = withModel(request, model);",
    breaks: "the second retry on a fallback model asks for the first model again",
  },
  {
    file: "src/turn/turn-watchdog.ts",
    before: "    if (this.#idlePolls < 2) return undefined;",
    after: "    if (this.#idlePolls < 1) return undefined;",
    breaks: "a turn is given up at the first idle status, before its end can arrive",
  },
  {
    file: "src/turn/interrupt.ts",
    before: "      if (stop.aborted) interrupt(turnId);",
    after: "",
    breaks: "a stop between turn/start and turn/started does not interrupt the turn",
  },
  {
    file: "src/approvals/rules/command-rule.ts",
    before: "    return !hasWildcard(word.shape) && matches(pattern, word.text);",
    after: "    return matches(pattern, word.text);",
    breaks: "a rule allows a word that the shell will still expand",
  },
  {
    file: "src/approvals/rules/path.ts",
    before: "  const leavesRoot = written.inside !== undefined && name.inside === undefined;",
    after: "  const leavesRoot = written.inside === undefined && name.inside === undefined;",
    breaks: "a wildcard allows a file that a link puts outside of the project",
  },
  {
    file: "src/redact/redactor.ts",
    before: "    for (const text of [whole, ...(lines.length > 1 ? distinctive : [])]) {",
    after: "    for (const text of [whole, ...(lines.length > 2 ? distinctive : [])]) {",
    breaks: "one line of a secret of two lines is printed",
  },
  {
    file: "src/redact/matcher.ts",
    before: "    if (more && endsInEscape(text, place)) return UNDECIDED;",
    after: "",
    breaks: "a secret is printed if a chunk ends within one of its escaped characters",
  },
  {
    file: "src/review/review-outcome.ts",
    before: "  const problem = review.problem ?? unread ?? review.moved;",
    after: "  const problem = review.problem ?? unread;",
    breaks: "a review passes a change that is no longer the one it read",
  },
  {
    file: "src/review/formats/github.ts",
    before: "  room[last] -= 1;",
    after: "",
    breaks: "GitHub drops the outcome after ten annotations of its kind",
  },
  {
    file: "src/review/pre-push.ts",
    before:
      "  const onRemote = refs.flatMap(({ remoteSha }) => objects.get(remoteSha)?.commit ?? []);",
    after:
      "  const onRemote = pushed.flatMap(({ remoteSha }) => objects.get(remoteSha)?.commit ?? []);",
    breaks: "commits of a branch that the push deletes are reviewed as new",
  },
  {
    file: "src/git/target.ts",
    before: "  const upstreamIsAhead = gap !== undefined && gap.bases[0] !== gap.end;",
    after: "  const upstreamIsAhead = gap !== undefined && gap.bases[0] !== gap.start;",
    breaks: "a stale local branch is the base of a review, and not its newer upstream",
  },
  {
    file: "src/input/steering.ts",
    before: '      const line = skipping ? "" : whole.toString("utf8").trim();',
    after: '      const line = whole.toString("utf8").trim();',
    breaks: "the end of a line that was too long is sent to the turn",
  },
  {
    file: "src/output/redact-deltas.ts",
    before: '  "turn.failed",',
    after: "",
    breaks: "the held end of a message is lost when its turn fails",
  },
  {
    file: "src/session/open-thread.ts",
    before: "  const effort = params.model === null ? (reasoningEffort ?? null) : null;",
    after: "  const effort = params.model !== null ? (reasoningEffort ?? null) : null;",
    breaks: "a fork loses the effort of its thread",
  },
  {
    file: "src/protocol/versions/older-calls.ts",
    before: '      return { data: params.sortDirection === "asc" ? turns : turns.toReversed() };',
    after: '      return { data: params.sortDirection === "asc" ? turns.toReversed() : turns };',
    breaks: "turns of an older server come in the wrong order",
  },
  {
    file: "src/process/launcher.ts",
    before:
      "    if (sameSpec(unclaimed.spec, spec) && running.has(unclaimed.child)) return unclaimed.child;",
    after: "    if (sameSpec(unclaimed.spec, spec)) return unclaimed.child;",
    breaks: "a server that has already exited is taken over, and its end is never seen",
  },
  {
    file: "src/process/stop.ts",
    before: "  if (await exitsWithin(child, TERM_MS)) return orphans;",
    after: "  if (exitsWithin(child, TERM_MS)) return orphans;",
    breaks: "a server gets SIGKILL at once, without time to exit on SIGTERM",
  },
  {
    file: "src/process/orphan-guard.ts",
    before:
      '  const shell = spawn("/bin/sh", ["-c", \'read -r line; kill -s KILL -- "-$0"\', String(pid)], {',
    after:
      '  const shell = spawn("/bin/sh", ["-c", \'read -r line; kill -s KILL -- "$0"\', String(pid)], {',
    breaks: "what a command started survives our own death",
    engine: ["test/cli/kill-nine.test.ts"],
  },
  {
    file: "config/policy.ts",
    before: '  on_error: same((theirs, own = "open") => atLeast(ON_ERROR, theirs, own)),',
    after: '  on_error: same((theirs, own = "warn") => atLeast(ON_ERROR, theirs, own)),',
    breaks: "a project file makes a failed review less loud than the default",
  },
  {
    file: "commands/turn/options.ts",
    before: "    : { sandbox, sandboxAtMost: undefined };",
    after: "    : { sandbox, sandboxAtMost: settings.sandboxAtMost };",
    breaks: "a project file narrows the sandbox that --sandbox names",
  },
  {
    file: "commands/turn/finish-failed.ts",
    before: '  if (exitCodeOf(cause) === exitCodeOf("usage") && threadId === null) throw error;',
    after: '  if (exitCodeOf(cause) === exitCodeOf("usage")) throw error;',
    breaks: "a run that printed events ends without turn.failed",
  },
  {
    file: "commands/exec/options.ts",
    before: "    ? [exec, below]",
    after: "    ? levels",
    breaks: "permissions before `exec` are mixed with those after it",
  },
  {
    file: "commands/threads/change.ts",
    before: "      code = reportError(error, runContext);",
    after: "      reportError(error, runContext);",
    breaks: "the exit status is 0 though one of several threads was not changed",
  },
  {
    file: "commands/login/refuse-secrets.ts",
    before: "      const isSecret = reader !== undefined || looksLikeKey(token.word);",
    after: "      const isSecret = looksLikeKey(token.word);",
    breaks: "an error repeats a key given after --with-api-key that looks like a word",
  },
  {
    file: "src/outcome/exit-codes.ts",
    before: "  verify_failed: 3,",
    after: "  verify_failed: 1,",
    breaks: "a failed --verify has the exit status of a failed turn",
  },
];
