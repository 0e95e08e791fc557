import type { Argv } from "yargs";

/** What a command's help says beside its flags. */
export interface Explanation {
  usage: string;
  examples: readonly (readonly [command: string, words: string])[];
}

/** Puts the words of a command into its help. */
export const explained = (command: Argv, { usage, examples }: Explanation): Argv =>
  examples.reduce((page, [line, words]) => page.example(line, words), command.usage(usage));

/** The help of `review hook`, which is a word behind another. */
export const HOOK_EXPLANATION: Explanation = {
  usage:
    "$0 review hook install [--mode warn|block] [--on-error open|closed|warn]\n" +
    "$0 review hook uninstall\n$0 review hook status [--json]\n" +
    "$0 review hook run [flags] -- REMOTE URL < the lines git writes\n\n" +
    "Have what is pushed reviewed first. A hook that is there already is kept and runs behind\n" +
    'ours. TURNPIPE_SKIP="why" git push skips the review; verdicts, skips and failures are in\n' +
    "turnpipe/review-log.jsonl in the git directory, and the same diff is not reviewed twice.",
  examples: [
    ["$0 review hook install --mode block", "findings stop the push"],
    ["$0 review hook install --on-error closed", "so does a review that fails"],
    ['TURNPIPE_SKIP="typo in a comment" git push', "once, with a reason"],
  ],
};

/** What each command is for, as the list of all of them says it. */
export const SUMMARIES = {
  run: "run one turn on a new thread",
  resume: "run one turn on a stored thread",
  review: "review a change; exit 3 for findings that block",
  replay: "play a recorded run again, without a server",
  threads: "stored threads: list, show, fork, rename, archive, delete …",
  models: "the models on offer, their efforts and the default",
  login: "log in and out; status and limits of the account",
  doctor: "what works here: codex, login, sandbox, config files, git",
  config: "the settings in force, and which file says so",
  approvals: "what the approval rules would decide, and why",
  schema: "JSON Schema of what is printed or read",
  completion: "completion for bash and zsh",
} as const satisfies Record<string, string>;

/** The help of the commands that play a turn, by name; the others bring theirs along. */
export const EXPLANATIONS = {
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
      "Run one turn on a stored thread. It keeps its model and its sandbox where no flag says\n" +
      "otherwise, and runs in the directory you are in. PROMPT and stdin are as in run.",
    examples: [
      ['$0 resume --last "now add a test"', "go on with the latest thread of this directory"],
      ['$0 resume --last --fork "try it another way"', "in a copy"],
      ["$0 resume $ID --json - < prompt.md", "by its id, from thread.started"],
    ],
  },
  review: {
    usage:
      "$0 review [INSTRUCTIONS] [flags]\n$0 review hook install|uninstall|status|run\n\n" +
      "Review a change. The findings go to stdout; exit 0 means that a reviewer looked at exactly\n" +
      "this change and found nothing that blocks, 3 that it did, everything else that it could not\n" +
      "be reviewed. INSTRUCTIONS (- reads stdin) alone are a review of whatever they name.",
    examples: [
      ["$0 review", "what is not committed"],
      ["$0 review --base origin/main --fail-on P2", "a branch, in CI"],
      ["$0 review --base main --format sarif=review.sarif --format github", "several formats"],
      ['$0 review --commit HEAD "look at the locking"', "a target and a wish"],
      ["$0 review hook install --mode block", "before every git push"],
    ],
  },
} as const satisfies Record<string, Explanation>;
