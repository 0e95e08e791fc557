/** An option of codex exec. */
export interface ExecOption {
  short?: string;
  aliases?: readonly string[];
  /** `list` may be repeated; `words` also takes every word up to the next option. */
  takes: "nothing" | "value" | "list" | "words";
  choices?: readonly string[];
  /** The value is a path, which must not be empty. */
  path?: true;
  /** The name of the value in the help. */
  value?: string;
  describe: string;
}

type Options = Readonly<Record<string, ExecOption>>;

/** A command or sub-command: its options, its number of positional arguments, its sub-commands. */
export interface Level {
  usage: string;
  options: Options;
  words: number;
  levels: Readonly<Record<string, Level>>;
}

const SANDBOXES = ["read-only", "workspace-write", "danger-full-access"];

/** Accepted everywhere, also before the word `exec`. */
const EVERYWHERE = {
  config: {
    short: "c",
    takes: "list",
    value: "key=value",
    describe: "codex setting, value as TOML (repeatable)",
  },
  enable: { takes: "list", value: "FEATURE", describe: "enable a codex feature (repeatable)" },
  disable: { takes: "list", value: "FEATURE", describe: "disable a codex feature (repeatable)" },
  "strict-config": { takes: "nothing", describe: "refuse a codex config with unknown fields" },
  model: { short: "m", takes: "value", value: "MODEL", describe: "the model" },
  "dangerously-bypass-approvals-and-sandbox": {
    aliases: ["yolo"],
    takes: "nothing",
    describe: "no sandbox and no git check; only where something else confines the agent",
  },
  "dangerously-bypass-hook-trust": {
    takes: "nothing",
    describe: "run hooks that are not trusted yet",
  },
  worktree: { takes: "nothing", describe: "work in a new git worktree of HEAD, which is kept" },
} as const satisfies Options;

/** Options of codex and of exec, but not of its sub-commands. */
const SHARED = {
  ...EVERYWHERE,
  image: {
    short: "i",
    takes: "words",
    path: true,
    value: "FILE",
    describe: "images for the prompt; takes every word up to the next option, and comma lists",
  },
  oss: { takes: "nothing", describe: "use a local provider" },
  "local-provider": { takes: "value", value: "NAME", describe: "lmstudio or ollama" },
  profile: {
    short: "p",
    takes: "value",
    value: "NAME",
    describe: "settings from $CODEX_HOME/NAME.config.toml",
  },
  sandbox: {
    short: "s",
    takes: "value",
    choices: SANDBOXES,
    value: "MODE",
    describe: "what commands may touch",
  },
  "approve-for-me": {
    aliases: ["not-so-yolo"],
    takes: "nothing",
    describe: "workspace-write, and an automatic reviewer for what needs approval",
  },
  cd: { short: "C", takes: "value", path: true, value: "DIR", describe: "work in this directory" },
  "add-dir": {
    takes: "list",
    path: true,
    value: "DIR",
    describe: "another directory the agent may write to (repeatable)",
  },
} as const satisfies Options;

/** Options of exec, also accepted after a sub-command. */
const OF_EXEC = {
  "thread-source": { takes: "value", value: "SOURCE", describe: "what started the thread" },
  "cyber-access-program": {
    takes: "value",
    choices: ["standard", "daybreak_blue", "daybreak_red"],
    value: "PROGRAM",
    describe: "an access program to ask for",
  },
  "skip-git-repo-check": { takes: "nothing", describe: "run outside a git repository" },
  ephemeral: { takes: "nothing", describe: "do not store the thread" },
  "ignore-user-config": {
    takes: "nothing",
    describe: "do not read $CODEX_HOME/config.toml; everything else of the home is used",
  },
  "ignore-rules": {
    takes: "nothing",
    describe: "do not read the user's .rules files; refused where those of a project may count",
  },
  "output-schema": {
    takes: "value",
    path: true,
    value: "FILE",
    describe: "JSON Schema for the answer (sent, not checked: `run` checks it)",
  },
  json: {
    aliases: ["experimental-json"],
    takes: "nothing",
    describe: "print events as JSON lines",
  },
  "turnpipe-events": {
    takes: "nothing",
    describe: "print turnpipe's own events and fields too (or set TURNPIPE_EVENTS=full)",
  },
  "output-last-message": {
    short: "o",
    takes: "value",
    path: true,
    value: "FILE",
    describe: "write the final message to a file",
  },
} as const satisfies Options;

const GLOBAL = { ...EVERYWHERE, ...OF_EXEC };
const IMAGE = {
  image: {
    short: "i",
    takes: "list",
    path: true,
    value: "FILE",
    describe: "an image for the prompt (repeatable, comma lists)",
  },
} as const satisfies Options;

const EXEC: Level = {
  usage: "[PROMPT]",
  words: 1,
  options: {
    ...SHARED,
    ...OF_EXEC,
    color: {
      takes: "value",
      choices: ["always", "never", "auto"],
      value: "WHEN",
      describe: "colour on stderr",
    },
  },
  levels: {
    resume: {
      usage: "[ID|NAME] [PROMPT]",
      words: 2,
      options: {
        last: { takes: "nothing", describe: "the latest thread of this directory" },
        all: { takes: "nothing", describe: "of every directory" },
        ...IMAGE,
        ...GLOBAL,
      },
      levels: {},
    },
    fork: { usage: "ID|NAME [PROMPT]", words: 2, options: { ...IMAGE, ...GLOBAL }, levels: {} },
    review: {
      usage: "[INSTRUCTIONS]",
      words: 1,
      options: {
        uncommitted: { takes: "nothing", describe: "review uncommitted changes" },
        base: { takes: "value", value: "BRANCH", describe: "review against a branch" },
        commit: { takes: "value", value: "SHA", describe: "review a commit" },
        title: { takes: "value", value: "TITLE", describe: "the commit's title" },
        ...GLOBAL,
      },
      levels: {},
    },
  },
};

/** Options of codex itself: only accepted before the word `exec`. */
const OF_CODEX = {
  "ask-for-approval": {
    short: "a",
    takes: "value",
    choices: ["on-request", "never"],
    value: "POLICY",
    describe: "accepted, without effect on exec, as in codex: set approval_policy with -c",
  },
  search: {
    takes: "nothing",
    describe: 'accepted, without effect on exec, as in codex: say -c web_search="live"',
  },
  "no-alt-screen": { takes: "nothing", describe: "accepted, for the terminal interface only" },
  "no-daemon": { takes: "nothing", describe: "accepted, for the terminal interface only" },
  remote: { takes: "value", value: "ADDR", describe: "refused, as codex does for exec" },
  "remote-auth-token-env": {
    takes: "value",
    value: "NAME",
    describe: "refused, as codex does for exec",
  },
} as const satisfies Options;

/** The part of codex's command line that leads to exec. Its prompt is accepted and dropped. */
export const CODEX: Level = {
  usage: "exec",
  words: 1,
  options: { ...SHARED, ...OF_CODEX },
  levels: { exec: EXEC, e: EXEC },
};
