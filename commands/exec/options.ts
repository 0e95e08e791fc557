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
  refuseConflicts(permissionLevels);
  const all = (name: string): string[] => levels.flatMap(({ options }) => options.get(name) ?? []);
  const on = (name: string, among = levels): boolean =>
    among.some(({ options }) => options.has(name));
  const last = (name: string, among = levels): string | undefined =>
    among.findLast(({ options }) => options.has(name))?.options.get(name)?.[0];
  if (on("worktree")) throw noWorktree();
  return {
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
    bypass: on("dangerously-bypass-approvals-and-sandbox", permissionLevels),
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
  };
}

const NO_ARGUMENTS: LevelArguments = { options: new Map(), words: [] };

const PERMISSION_OPTIONS = [
  "sandbox",
  "approve-for-me",
  "dangerously-bypass-approvals-and-sandbox",
];

/** `--approve-for-me` brings a sandbox of its own. */
function refuseConflicts(among: readonly LevelArguments[]): void {
  const given = PERMISSION_OPTIONS.filter((name) => among.some(({ options }) => options.has(name)));
  const conflicting = given.find((name) => name !== "approve-for-me");
  if (conflicting === undefined || !given.includes("approve-for-me")) return;
  throw new CliError("usage", `--approve-for-me cannot be used with --${conflicting}`);
}

/** The name becomes part of a path. */
function plainName(profile: string | undefined): string | undefined {
  if (profile === undefined || /^[\w-]+$/.test(profile)) return profile;
  throw new CliError("usage", `--profile ${profile}: expected a plain name, such as work`);
}

const noWorktree = (): CliError =>
  new CliError("usage", "--worktree: only codex itself can make managed worktrees", {
    hint: "make one with `git worktree add DIR`, and name it with --cd DIR",
  });
