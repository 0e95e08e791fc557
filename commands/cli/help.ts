/** The help of a command, without its flags, which are in its table. */
export interface HelpText {
  /** The forms of the command line. */
  usage: readonly string[];
  /** Paragraphs; a line that begins with two spaces is not wrapped. */
  about: string;
  /** The words that may follow, each with a description. */
  commands?: Readonly<Record<string, string>>;
  examples?: readonly (readonly [command: string, description: string])[];
  /** The last line; by default, where exit statuses are explained. */
  more?: string;
}

/** The help of `review hook`. */
export const HOOK_HELP: HelpText = {
  usage: ["turnpipe review hook install|uninstall|status|run [flags]"],
  about:
    "Review every push before it happens. An existing hook is kept and runs after ours; where husky, " +
    "lefthook, simple-git-hooks or pre-commit write the hooks, it goes where they keep it. Results, " +
    "skips and failures are logged to turnpipe/review-log.jsonl in the git directory. The same diff " +
    "is not reviewed twice.",
  commands: {
    install: "write the pre-push hook of this repository",
    uninstall: "remove it",
    status: "whether it is installed, and how; --json",
    "run -- REMOTE URL": "what git calls, with the ref lines on stdin",
  },
  examples: [
    ["turnpipe review hook install --mode block", "findings stop the push"],
    ["turnpipe review hook install --on-error closed", "so does a review that fails"],
    ['TURNPIPE_SKIP="typo in a comment" git push', "skip one review, with a reason"],
  ],
};

/** One line for each command, for the list in `turnpipe --help`. */
export const SUMMARIES = {
  run: "run one turn on a new thread",
  resume: "run one turn on a stored thread",
  review: "review a change; exit 3 for blocking findings",
  exec: "the command line of codex exec, for programs written for it",
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
  help: "the help of a command, or a page on a topic",
  version: "print the version",
} as const satisfies Record<string, string>;

/** The pages of `turnpipe help` that are about no command. */
export const TOPICS = {
  "exit-codes": "what every exit status means, and what to do",
  events: "the lines of --json",
  config: "config files: where they are, and their keys",
  environment: "the environment variables that are read",
} as const satisfies Record<string, string>;

/** The help of `turnpipe` alone. */
export const ROOT_HELP: HelpText = {
  usage: ["turnpipe COMMAND [arguments] [flags]"],
  about:
    "Run one Codex turn from a script: the answer on stdout, progress on stderr, and an exit status " +
    "that names the cause.",
  commands: SUMMARIES,
  examples: [
    ['turnpipe run "explain what this repository does"', "one turn"],
    ["turnpipe review --base origin/main", "review a branch"],
    ["turnpipe run --demo", "without an account"],
  ],
  more:
    "Flags of a command: turnpipe help COMMAND\n" +
    `Topics: turnpipe help ${Object.keys(TOPICS).join("|")}`,
};

/** The help of the commands that run a turn; the other commands define their own. */
export const TURN_HELP = {
  run: {
    usage: ["turnpipe run [PROMPT] [flags]"],
    about:
      "Run one turn on a new thread. PROMPT is what to do; - or nothing reads it from stdin; with " +
      "a PROMPT, piped input is added to it. The answer goes to stdout, progress to stderr.",
    examples: [
      ['turnpipe run "explain what this repository does"', "read-only, unless a flag allows more"],
      ['turnpipe run --write "fix the failing test"', "let it change files here"],
      [
        'git diff --staged | turnpipe run "write a commit message" | git commit -F -',
        "in a pipeline",
      ],
      ["turnpipe run --json - < prompt.md | jq -c .type", "events as JSON lines"],
      ["turnpipe run --demo", "without an account"],
    ],
  },
  resume: {
    usage: ["turnpipe resume ID|NAME [PROMPT] [flags]", "turnpipe resume --last [PROMPT] [flags]"],
    about:
      "Run one turn on a stored thread. It keeps its model and its sandbox unless a flag changes " +
      "them, and runs in the directory you are in. PROMPT and stdin are as in run.",
    examples: [
      ['turnpipe resume --last "now add a test"', "continue the latest thread of this directory"],
      ['turnpipe resume --last --fork "try it another way"', "in a copy"],
      ['turnpipe resume "$ID" --json - < prompt.md', "by its id, from thread.started"],
    ],
  },
  review: {
    usage: ["turnpipe review [INSTRUCTIONS] [flags]", "turnpipe review hook ACTION [flags]"],
    about:
      "Review a change. The findings go to stdout; exit 0 means that exactly this change was " +
      "reviewed and has no blocking findings, 3 that it has some, anything else that it could not " +
      "be reviewed. INSTRUCTIONS (- reads stdin) without a target flag say what to review.",
    examples: [
      ["turnpipe review", "uncommitted changes"],
      ["turnpipe review --base origin/main --fail-on P2", "a branch, in CI"],
      [
        "turnpipe review --base main --format sarif=review.sarif --format github",
        "several formats",
      ],
      ['turnpipe review --commit HEAD "look at the locking"', "a target with instructions"],
      ["turnpipe review hook install --mode block", "before every git push"],
    ],
  },
} as const satisfies Record<string, HelpText>;
