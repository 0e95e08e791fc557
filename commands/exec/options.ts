import { CliError } from "../../src/outcome/errors.js";
import type { SandboxMode } from "../../src/protocol/params.js";
import type { ExecTask } from "./task.js";
import { taskOf } from "./task.js";
import type { ExecArguments, LevelArguments } from "./parse-arguments.js";

/** The options of a codex exec command line. */
export interface ExecOptions {
  task: ExecTask;
  json: boolean;
  /** Whether events have all fields that `run` prints. */
  fullEvents: boolean;
  color: "auto" | "always" | "never";
  config: readonly string[];
  enable: readonly string[];
  disable: readonly string[];
  strictConfig: boolean;
  profile: string | undefined;
  /** The local provider, by name or (null) by config; undefined without `--oss`. */
  localProvider: string | null | undefined;
  images: readonly string[];
  model: string | undefined;
  sandbox: SandboxMode | undefined;
  approveForMe: boolean;
  bypass: boolean;
  bypassHookTrust: boolean;
  cd: string | undefined;
  addDirs: readonly string[];
  threadSource: string | undefined;
  cyberAccessProgram: string | undefined;
  skipGitRepoCheck: boolean;
  ephemeral: boolean;
  ignoreUserConfig: boolean;
  ignoreRules: boolean;
  outputSchema: string | undefined;
  output: string | undefined;
  worktree: boolean;
}

/** Merges the levels of a command line: a later level wins, lists are joined. */
export function execOptions({ path: [, sub], levels }: ExecArguments): ExecOptions {
  const [, exec = NO_ARGUMENTS, below = NO_ARGUMENTS] = levels;
  // Permissions come from one place: those before `exec` count only if `exec` has none.
  const permissionLevels = [exec, below].some((parsed) =>
    PERMISSION_OPTIONS.some((name) => parsed.options.has(name)),
  )
    ? [exec, below]
    : levels;
  for (const each of levels) refuseConflicts(each);
  const all = (name: string): string[] => levels.flatMap(({ options }) => options.get(name) ?? []);
  const on = (name: string, among = levels): boolean =>
    among.some(({ options }) => options.has(name));
  const last = (name: string, among = levels): string | undefined =>
    among.findLast(({ options }) => options.has(name))?.options.get(name)?.[0];
  refuseRemote(last);
  const options: ExecOptions = {
    task: taskOf(sub, exec, below),
    json: on("json"),
    fullEvents: on("turnpipe-events"),
    color: (last("color") ?? "auto") as ExecOptions["color"],
    config: all("config"),
    enable: all("enable"),
    disable: all("disable"),
    strictConfig: on("strict-config"),
    profile: plainName(last("profile")),
    localProvider: on("oss") ? (last("local-provider") ?? null) : undefined,
    images: sub === "review" ? [] : all("image").flatMap((files) => files.split(",")),
    model: last("model"),
    sandbox: last("sandbox", permissionLevels) as SandboxMode | undefined,
    approveForMe: on("approve-for-me", permissionLevels),
    // Wins, whichever level names it.
    bypass: on("dangerously-bypass-approvals-and-sandbox"),
    bypassHookTrust: on("dangerously-bypass-hook-trust"),
    cd: last("cd"),
    addDirs: all("add-dir"),
    threadSource: last("thread-source"),
    cyberAccessProgram: last("cyber-access-program"),
    skipGitRepoCheck: on("skip-git-repo-check"),
    ephemeral: on("ephemeral"),
    ignoreUserConfig: on("ignore-user-config"),
    ignoreRules: on("ignore-rules"),
    outputSchema: last("output-schema"),
    output: last("output-last-message"),
    worktree: on("worktree"),
  };
  if (options.worktree) refuseWorktree(options);
  return options;
}

const NO_ARGUMENTS: LevelArguments = { options: new Map(), words: [] };

const PERMISSION_OPTIONS = ["sandbox", "approve-for-me"];

/** Of one level: what excludes each other. */
function refuseConflicts({ options }: LevelArguments): void {
  const [one, ...others] = CONFLICTING.find(
    ([name, ...rivals]) => options.has(name) && rivals.some((rival) => options.has(rival)),
  ) ?? [undefined];
  const other = others.find((name) => options.has(name));
  if (one === undefined || other === undefined) return;
  throw new CliError("usage", `--${one} cannot be used with --${other}`);
}

/** An option, and those it cannot be used with. */
const CONFLICTING: readonly (readonly [string, ...string[]])[] = [
  ["approve-for-me", "sandbox", "dangerously-bypass-approvals-and-sandbox", "ask-for-approval"],
  ["dangerously-bypass-approvals-and-sandbox", "ask-for-approval"],
];

/** codex has a remote server for its terminal interface only. */
function refuseRemote(last: (name: string) => string | undefined): void {
  const address = last("remote");
  const variable = last("remote-auth-token-env");
  if (address === undefined && variable === undefined) return;
  const flag = address === undefined ? "--remote-auth-token-env" : `--remote ${address}`;
  throw new CliError(
    "usage",
    `\`${flag}\` is only supported for interactive TUI commands, not \`codex exec\``,
  );
}

/** The name becomes part of a path. */
function plainName(profile: string | undefined): string | undefined {
  if (profile === undefined || /^[\w-]+$/.test(profile)) return profile;
  throw new CliError("usage", `--profile ${profile}: expected a plain name, such as work`);
}

/** Rejects what codex does not do in a worktree, in its words. */
function refuseWorktree({
  task,
  ephemeral,
  ignoreUserConfig,
}: Pick<ExecOptions, "task" | "ephemeral" | "ignoreUserConfig">): void {
  const problem =
    task.kind === "review"
      ? "`--worktree` is not supported for code review"
      : task.kind === "resume"
        ? "`--worktree` cannot resume an existing session; use `codex exec fork --worktree`"
        : ephemeral
          ? "--worktree cannot be combined with --ephemeral"
          : ignoreUserConfig
            ? "--worktree cannot be combined with --ignore-user-config"
            : undefined;
  if (problem !== undefined) throw new CliError("usage", problem);
}
