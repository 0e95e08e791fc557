import { spawnSync } from "node:child_process";

import { CliError } from "../outcome/errors.js";

type Env = Readonly<Record<string, string | undefined>>;

/** One repository, as git sees it from a directory. */
export interface Git {
  readonly cwd: string;
  /** Runs git and gives what it printed; a failure is an error that quotes it. */
  run(args: readonly string[], input?: string): string;
  /** The same, but a failure is an answer too; `env` adds variables for this one call. */
  ask(args: readonly string[], input?: string, env?: Env): string | undefined;
  /** The same, but as bytes. */
  bytes(args: readonly string[], input?: string): Buffer | undefined;
}

/**
 * The only one to run git. It waits for it, because nothing else can be done meanwhile; and it forgets
 * the variables a git hook inherits, which would lead git, and an agent, into another repository.
 */
export const gitIn = (cwd: string, env: Env, limitMs = LIMIT_MS): Git =>
  gitWith(cwd, withoutGitVariables(env), limitMs);

/** The same, with the variables that name a repository left as they are. */
export function gitWith(cwd: string, env: Env, limitMs = LIMIT_MS): Git {
  const clean = { ...env, ...PLAIN };
  const call = (args: readonly string[], input?: string, more: Env = {}) =>
    spawnSync("git", [...ALWAYS, ...args], {
      cwd,
      env: { ...clean, ...more },
      encoding: "buffer",
      maxBuffer: MOST_BYTES,
      stdio: ["pipe", "pipe", "pipe"],
      timeout: limitMs,
      killSignal: "SIGKILL",
      ...(input === undefined ? {} : { input: Buffer.from(input) }),
    });
  return {
    cwd,
    run(args, input) {
      const { status, stdout, stderr, error } = call(args, input);
      if (status === 0) return stdout.toString("utf8");
      // A git that fails early leaves a broken pipe as well; its own words say more.
      const why = String((stderr as Buffer | null) ?? "").trim() || error?.message;
      throw new CliError("input", `git ${args[0] ?? ""}: ${why ?? "failed"}`);
    },
    ask(args, input, more) {
      const { status, stdout } = call(args, input, more);
      return status === 0 ? stdout.toString("utf8") : undefined;
    },
    bytes(args, input) {
      const { status, stdout } = call(args, input);
      return status === 0 ? stdout : undefined;
    },
  };
}

/** The environment without what points git at a certain repository, index or set of objects. */
export function withoutGitVariables(env: Env): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !LOCAL.test(name)));
}

/** The environment of a review and its reviewer: git shows the objects themselves, no replacements. */
export const reviewEnvironment = (env: Env): Record<string, string | undefined> => ({
  ...withoutGitVariables(env),
  GIT_NO_REPLACE_OBJECTS: "1",
});

// `git rev-parse --local-env-vars`, and the same for what a push hands to its hooks.
const LOCAL =
  /^GIT_(ALTERNATE_OBJECT_DIRECTORIES|CONFIG|CONFIG_PARAMETERS|CONFIG_COUNT|CONFIG_KEY_\d+|CONFIG_VALUE_\d+|OBJECT_DIRECTORY|DIR|WORK_TREE|IMPLICIT_WORK_TREE|GRAFT_FILE|INDEX_FILE|NO_REPLACE_OBJECTS|REPLACE_REF_BASE|PREFIX|SHALLOW_FILE|COMMON_DIR|INTERNAL_SUPER_PREFIX|QUARANTINE_PATH|PUSH_OPTION_COUNT|PUSH_OPTION_\d+)$/;

/** What a user may have set and a program cannot read. */
const ALWAYS = [
  ...["-c", "core.quotePath=false"],
  ...["-c", "color.ui=false"],
  ...["-c", "core.fsmonitor=false"],
  ...["-c", "diff.suppressBlankEmpty=false"],
];

/** Words and paths mean what they always mean, and an empty diff means no change. */
const PLAIN = {
  LC_ALL: "C",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_LITERAL_PATHSPECS: "0",
  GIT_GLOB_PATHSPECS: "0",
  GIT_NOGLOB_PATHSPECS: "0",
  GIT_ICASE_PATHSPECS: "0",
  GIT_DIFF_OPTS: "",
  // What is pushed are the objects themselves, not what a local ref puts in their place.
  GIT_NO_REPLACE_OBJECTS: "1",
};

const MOST_BYTES = 256 * 1024 * 1024;
const LIMIT_MS = 60_000;
