import type { Cause } from "./causes.js";

/** The exit status of every cause. A cause without one does not compile. */
const CODE_OF = {
  completed: 0,
  failed: 1,
  bad_request: 1,
  model_not_found: 1,
  policy: 1,
  model_error: 1,
  connection: 1,
  output_failed: 1,
  refused: 1,
  review_unreadable: 1,
  review_stale: 1,
  usage: 2,
  config: 2,
  input: 2,
  no_change: 3,
  declined: 3,
  tools_failed: 3,
  empty_answer: 3,
  verify_failed: 3,
  findings: 3,
  unauthorized: 4,
  server_missing: 5,
  server_crashed: 5,
  server_unreachable: 5,
  protocol: 5,
  usage_limit: 6,
  rate_limit: 6,
  overloaded: 6,
  context_window: 7,
  budget: 7,
  schema_mismatch: 8,
  sandbox: 9,
  bug: 70,
  timeout: 124,
  hangup: 129,
  interrupted: 130,
  stdout_closed: 141,
  terminated: 143,
} as const satisfies Record<Cause, number>;

export type ExitCode = (typeof CODE_OF)[Cause];

/** What each exit status means; README repeats these texts. */
export const EXIT_MEANINGS = {
  0: "the turn completed; the review passed; the query succeeded; logged in",
  1: "the turn failed for a reason not below (model error, bad request, policy)",
  2: "bad flag, bad config, bad input file, no prompt",
  3: "`--fail-on`: findings of a review, or `no-change`, `declined`, `tools-failed`, `empty-answer`; `--verify` still fails",
  4: "not logged in, or the login was rejected",
  5: "server missing, crashed, unreachable, or violated the protocol",
  6: "usage limit, rate limit or capacity: try later (`resets_at` when known)",
  7: "context window or budget used up",
  8: "the answer does not match `--output-schema`",
  9: "the sandbox does not work here",
  70: "a bug in turnpipe",
  124: "a time limit was exceeded",
  129: "SIGHUP; the turn was interrupted",
  130: "SIGINT; the turn was interrupted",
  141: "stdout was closed (no message)",
  143: "SIGTERM; the turn was interrupted",
} as const satisfies Record<ExitCode, string>;

export const exitCodeOf = (cause: Cause): number => CODE_OF[cause];

/** The causes that exit with a status. */
export const causesOf = (code: ExitCode): Cause[] =>
  (Object.keys(CODE_OF) as Cause[]).filter((cause) => CODE_OF[cause] === code);
