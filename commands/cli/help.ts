import type { Argv } from "yargs";

/** The usage and examples in a command's help; the flags are added by yargs. */
export interface HelpText {
  usage: string;
  examples: readonly (readonly [command: string, description: string])[];
}

/** Adds the usage and the examples to a yargs command. */
export const addHelp = (command: Argv, { usage, examples }: HelpText): Argv =>
  examples.reduce(
    (page, [line, description]) => page.example(line, description),
    command.usage(usage),
  );

/** The help of `review hook`. */
export const HOOK_HELP: HelpText = {
  usage:
    "$0 review hook install [--mode warn|block] [--on-error open|closed|warn]\n" +
    "$0 review hook uninstall\n$0 review hook status [--json]\n" +
    "$0 review hook run [flags] -- REMOTE URL < the ref lines that git writes\n\n" +
    "Review every push before it happens. An existing hook is kept and runs after ours.\n" +
    'TURNPIPE_SKIP="why" git push skips the review; results, skips and failures are logged to\n' +
    "turnpipe/review-log.jsonl in the git directory. The same diff is not reviewed twice.",
  examples: [
    ["$0 review hook install --mode block", "findings stop the push"],
    ["$0 review hook install --on-error closed", "so does a review that fails"],
    ['TURNPIPE_SKIP="typo in a comment" git push', "skip one review, with a reason"],
  ],
};

/** One line for each command, for the list in `turnpipe --help`. */
export const SUMMARIES = {
  run: "run one turn on a new thread",
  resume: "run one turn on a stored thread",
  review: "review a change; exit 3 for blocking findings",
  replay: "replay a recorded run, without a server",
  threads: "stored threads: list, show, fork, rename, archive, delete …",
  models: "the available models, their efforts and the default",
  login: "log in and out; status and limits of the account",
  doctor: "check codex, login, sandbox, config files and git",
  config: "the settings in force, and the file each comes from",
  approvals: "what the approval rules would decide, and why",
  shim: "a link called codex: exec and review run on turnpipe",
  schema: "JSON Schema of what is printed or read",
  completion: "completion for bash, zsh and fish",
} as const satisfies Record<string, string>;

/** The help of the commands that run a turn; the other commands define their own. */
export const TURN_HELP = {
  run: {
    usage:
      "$0 run [PROMPT] [flags]\n\n" +
      "Run one turn on a new thread. PROMPT is what to do; - or nothing reads it from stdin;\n" +
      "with a PROMPT, piped input is added to it.",
    examples: [
      ['$0 run "fix the failing test"', "progress on stderr, the answer on stdout"],
      ['git diff | $0 run "write a commit message" | git commit -F -', "in a pipeline"],
      ["$0 run --json - < prompt.md | jq -c .type", "events as JSON lines"],
      ["$0 run --demo", "without an account"],
    ],
  },
  resume: {
    usage:
      "$0 resume ID|NAME [PROMPT] [flags]\n$0 resume --last [PROMPT] [flags]\n\n" +
      "Run one turn on a stored thread. It keeps its model and its sandbox unless a flag\n" +
      "changes them, and runs in the directory you are in. PROMPT and stdin are as in run.",
    examples: [
      ['$0 resume --last "now add a test"', "continue the latest thread of this directory"],
      ['$0 resume --last --fork "try it another way"', "in a copy"],
      ["$0 resume $ID --json - < prompt.md", "by its id, from thread.started"],
    ],
  },
  review: {
    usage:
      "$0 review [INSTRUCTIONS] [flags]\n$0 review hook install|uninstall|status|run\n\n" +
      "Review a change. The findings go to stdout; exit 0 means that exactly this change was\n" +
      "reviewed and has no blocking findings, 3 that it has some, anything else that it could not\n" +
      "be reviewed. INSTRUCTIONS (- reads stdin) without a target flag say what to review.",
    examples: [
      ["$0 review", "uncommitted changes"],
      ["$0 review --base origin/main --fail-on P2", "a branch, in CI"],
      ["$0 review --base main --format sarif=review.sarif --format github", "several formats"],
      ['$0 review --commit HEAD "look at the locking"', "a target with instructions"],
      ["$0 review hook install --mode block", "before every git push"],
    ],
  },
} as const satisfies Record<string, HelpText>;
