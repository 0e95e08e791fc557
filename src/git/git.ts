import { spawnSync } from "node:child_process";

import { CliError } from "../outcome/errors.js";

type Env = Readonly<Record<string, string | undefined>>;

/** One repository, as git sees it from a directory. */
export interface Git {
  readonly cwd: string;
  /** Runs git and returns its stdout; throws an error with git's message on failure. */
  run(args: readonly string[], input?: string): string;
  /** Like `run`, but returns undefined on failure; `env` adds variables for this call. */
  tryRun(args: readonly string[], input?: string, env?: Env): string | undefined;
  /** Like `ask`, but returns bytes. */
  bytes(args: readonly string[], input?: string): Buffer | undefined;
}

/**
 * Runs git synchronously; nothing else in src runs git. Drops the variables a git hook inherits, which
 * would point git, and an agent, at another repository.
 */
export const gitIn = (cwd: string, env: Env, limitMs = LIMIT_MS): Git =>
  gitWithInheritedEnv(cwd, withoutGitVariables(env), limitMs);

/** Like `gitIn`, but keeps the variables that select a repository. */
export function gitWithInheritedEnv(cwd: string, env: Env, limitMs = LIMIT_MS): Git {
  const fixed = { ...env, ...FIXED_ENV };
  const call = (args: readonly string[], input?: string, extraEnv: Env = {}) =>
    spawnSync("git", [...FIXED_CONFIG, ...args], {
      cwd,
      env: { ...fixed, ...extraEnv },
      encoding: "buffer",
      maxBuffer: MAX_BYTES,
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
      // If git fails early, writing its stdin fails as well; its stderr is more useful.
      const why = String((stderr as Buffer | null) ?? "").trim() || error?.message;
      throw new CliError("input", `git ${args[0] ?? ""}: ${why ?? "failed"}`);
    },
    tryRun(args, input, extraEnv) {
      const { status, stdout } = call(args, input, extraEnv);
      return status === 0 ? stdout.toString("utf8") : undefined;
    },
    bytes(args, input) {
      const { status, stdout } = call(args, input);
      return status === 0 ? stdout : undefined;
    },
  };
}

/** Removes the variables that point git at a certain repository, index or set of objects. */
export function withoutGitVariables(env: Env): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !REPOSITORY_VARIABLES.test(name)),
  );
}

/**
 * The environment of a review and its reviewer: git shows the objects themselves, not their
 * replacements.
 */
export const reviewEnvironment = (env: Env): Record<string, string | undefined> => ({
  ...withoutGitVariables(env),
  GIT_NO_REPLACE_OBJECTS: "1",
});

// `git rev-parse --local-env-vars`, and the variables a push sets for its hooks.
const REPOSITORY_VARIABLES =
  /^GIT_(ALTERNATE_OBJECT_DIRECTORIES|CONFIG|CONFIG_PARAMETERS|CONFIG_COUNT|CONFIG_KEY_\d+|CONFIG_VALUE_\d+|OBJECT_DIRECTORY|DIR|WORK_TREE|IMPLICIT_WORK_TREE|GRAFT_FILE|INDEX_FILE|NO_REPLACE_OBJECTS|REPLACE_REF_BASE|PREFIX|SHALLOW_FILE|COMMON_DIR|INTERNAL_SUPER_PREFIX|QUARANTINE_PATH|PUSH_OPTION_COUNT|PUSH_OPTION_\d+)$/;

/** Overrides user settings that would change git's output. */
const FIXED_CONFIG = [
  ...["-c", "core.quotePath=false"],
  ...["-c", "color.ui=false"],
  ...["-c", "core.fsmonitor=false"],
  ...["-c", "diff.suppressBlankEmpty=false"],
];

/** Fixes the locale, the pathspec syntax and the diff options, whatever the user has set. */
const FIXED_ENV = {
  LC_ALL: "C",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_LITERAL_PATHSPECS: "0",
  GIT_GLOB_PATHSPECS: "0",
  GIT_NOGLOB_PATHSPECS: "0",
  GIT_ICASE_PATHSPECS: "0",
  GIT_DIFF_OPTS: "",
  // A push sends the objects themselves, not their local replacements.
  GIT_NO_REPLACE_OBJECTS: "1",
};

const MAX_BYTES = 256 * 1024 * 1024;
const LIMIT_MS = 60_000;
