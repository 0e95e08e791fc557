import type { ExitCode } from "./exit-codes.js";

/** What to do about each exit status, for `turnpipe help exit-codes`. */
export const EXIT_ADVICE = {
  0: "nothing; with --fail-on more conditions count as a failure",
  1: "read the message on stderr; turnpipe run --verbose says more, turnpipe doctor checks this machine",
  2: "correct the command line, the config file or the file it names; nothing was run",
  3: "look at the findings, or at what the condition names; the turn itself completed",
  4: "turnpipe login, or in CI: printenv OPENAI_API_KEY | turnpipe login --with-api-key, or set CODEX_API_KEY",
  5: "turnpipe doctor; install codex with npm i -g @openai/codex, or name it with --codex or TURNPIPE_CODEX",
  6: "try again later: --retry N and --wait-for-quota DURATION do, turnpipe login limits says when",
  7: "start a new thread, ask for less in one turn, or raise --max-tokens or --max-steps",
  8: "turnpipe resume --last with what is wrong with the answer, or a simpler schema",
  9: "turnpipe doctor; on Linux user namespaces have to be allowed; where something else isolates codex: -s danger-full-access",
  70: "report it, with the message and what --verbose says",
  124: "raise --timeout, --idle-timeout or --tool-timeout; turnpipe resume --last continues the thread",
  129: "turnpipe resume --last continues the thread",
  130: "turnpipe resume --last continues the thread",
  141: "nothing: the reader of stdout, such as head, closed it",
  143: "turnpipe resume --last continues the thread",
} as const satisfies Record<ExitCode, string>;
