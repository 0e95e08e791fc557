import { nearest } from "../../config/nearest.js";
import type { EffectiveSettings } from "../../config/resolve.js";
import type { SandboxAtMost } from "../../src/session/sandbox-at-most.js";
import { parseDuration } from "../../src/text/duration.js";
import { CliError } from "../../src/outcome/errors.js";
import type { PromptSource } from "../../src/input/prompt.js";
import { parsePercent } from "../cli/percent.js";
import type { SandboxMode } from "../../src/protocol/params.js";
import type { ThreadQuery } from "../../src/session/find-thread.js";
import type { LimitOptions } from "../../src/turn/limits.js";
import { isLimited } from "../../src/turn/limits.js";
import type { ConnectOptions } from "../../src/session/server-address.js";
import type { Trust } from "../../src/session/trust.js";
import type { Include } from "../../src/translate/include.js";
import { INCLUDES } from "../../src/translate/include.js";
import type { ApprovalOptions } from "./approval-options.js";
import { parseApprove } from "./approval-options.js";
import { chosenServer } from "../cli/chosen-server.js";
import type { RUN_FLAGS } from "../cli/flags/turn.js";
import { parseLimits } from "./limit-options.js";
import type { RetryOptions } from "../../src/turn/retry/retry-plan.js";
import { parseRetry } from "./retry-options.js";
import type { FailOn } from "./fail-on.js";
import { FAIL_ON } from "./fail-on.js";
import type { VerifyOptions } from "../../src/turn/verify/run-check.js";
import { parseVerify } from "./verify-options.js";

/** The thread a command line names. */
export type ThreadOptions = { kind: "new" } | { kind: "resume" | "fork"; query: ThreadQuery };

/** The options of a turn, from the command line and the config files. */
export interface TurnOptions {
  thread: ThreadOptions;
  prompt: PromptSource;
  steerFrom: string | undefined;
  json: boolean;
  output: string | undefined;
  outputSchema: string | undefined;
  diffFile: string | undefined;
  result: string | undefined;
  /** The file to record the run to. */
  record: string | undefined;
  include: readonly Include[];
  failOn: readonly FailOn[];
  /** In percent. */
  minQuota: number | undefined;
  preflight: boolean;
  verify: VerifyOptions | undefined;
  limits: LimitOptions;
  startupMs: number | undefined;
  retry: RetryOptions | undefined;
  approve: ApprovalOptions;
  /** Undefined leaves it to the user's codex config. */
  trust: Trust | undefined;
  level: "quiet" | "normal" | "verbose";
  color: "auto" | "always" | "never";
  /** Keeps control sequences in the answer, even on a terminal. */
  rawOutput: boolean;
  images: readonly string[];
  model: string | undefined;
  effort: string | undefined;
  summary: string | undefined;
  sandbox: SandboxMode | undefined;
  /** The sandbox that a project file asks for, used if nothing else names one. */
  sandboxAtMost: SandboxAtMost | undefined;
  cd: string | undefined;
  addDirs: readonly string[];
  ephemeral: boolean;
  worktree: boolean;
  skipGitRepoCheck: boolean;
  codex: string | undefined;
  connect?: ConnectOptions | undefined;
  config: readonly string[];
  enable: readonly string[];
  disable: readonly string[];
  demo: string | undefined;
  messageDeltas: boolean;
  /** Whether people see the diffs of files. */
  showDiff: boolean;
}

type Flag = keyof typeof RUN_FLAGS | "prompt";
type Argv = Readonly<Record<string, unknown>>;

/** Builds the options from parsed flags, which win over config files; does no I/O. */
export function parseTurn(
  argv: Argv,
  settings: EffectiveSettings = {},
  thread: ThreadOptions = { kind: "new" },
): TurnOptions {
  const text = (flag: Flag): string | undefined => single(flag, argv[flag]);
  const list = (flag: Flag, configured: readonly string[] = []): string[] =>
    ((argv[flag] as string[] | undefined) ?? configured).map(String);
  const on = (flag: Flag, configured = false): boolean =>
    (argv[flag] as boolean | undefined) ?? configured;
  const config = [...(settings.config ?? []), ...list("config")];
  config.forEach(requireAssignment);
  refuseContradictions(on);
  return {
    thread,
    steerFrom: text("steer-from"),
    prompt: {
      argument: text("prompt"),
      file: text("prompt-file"),
      stdin: argv["stdin"] as boolean | undefined,
    },
    json: on("json"),
    output: text("output"),
    outputSchema: text("output-schema"),
    diffFile: text("diff-file"),
    result: text("result"),
    record: text("record"),
    include: parseNames("include", list("include", settings.include), INCLUDES),
    failOn: parseNames("fail-on", list("fail-on", settings.fail_on), FAIL_ON),
    verify: parseVerify(argv),
    limits: parseLimits(argv),
    startupMs: duration(text("startup-timeout")),
    retry: parseRetry(argv),
    approve: parseApprove(argv, settings),
    trust: text("trust") as Trust | undefined,
    preflight: on("preflight"),
    minQuota: percent(text("min-quota")),
    level: on("quiet") ? "quiet" : on("verbose") ? "verbose" : "normal",
    color: (text("color") ?? settings.color ?? "auto") as TurnOptions["color"],
    rawOutput: on("raw-output"),
    images: list("image"),
    model: text("model") ?? settings.model,
    effort: text("effort") ?? settings.effort,
    summary: text("summary") ?? settings.summary,
    ...sandboxOptions(text("sandbox") as SandboxMode | undefined, on("write"), settings),
    cd: text("cd"),
    addDirs: list("add-dir"),
    ephemeral: on("ephemeral", settings.ephemeral),
    worktree: on("worktree"),
    skipGitRepoCheck: on("skip-git-repo-check", settings.skip_git_repo_check),
    ...chosenServer(argv, settings),
    config,
    enable: list("enable", settings.enable),
    disable: list("disable", settings.disable),
    demo: text("demo"),
    // People see the answer while it is written, or as far as it came.
    messageDeltas: !on("json") || isLimited(parseLimits(argv)),
    showDiff: on("show-diff"),
  };
}

function refuseContradictions(on: (flag: Flag) => boolean): void {
  const exclude = (one: Flag, other: Flag, hint?: string): void => {
    if (!on(one) || !on(other)) return;
    throw new CliError("usage", `--${one} and --${other} exclude each other`, { hint });
  };
  exclude("quiet", "verbose");
  exclude("show-diff", "quiet");
  exclude("show-diff", "json", "for programs, --include diff adds the diff to file changes");
}

/** The sandbox of the flags, else of the config files. */
function sandboxOptions(
  named: SandboxMode | undefined,
  write: boolean,
  settings: EffectiveSettings,
): Pick<TurnOptions, "sandbox" | "sandboxAtMost"> {
  if (write && named !== undefined && named !== "workspace-write") {
    throw new CliError("usage", `--write and --sandbox ${named} exclude each other`, {
      hint: "--write is short for --sandbox workspace-write",
    });
  }
  const sandbox = write ? "workspace-write" : named;
  return sandbox === undefined
    ? { sandbox: settings.sandbox, sandboxAtMost: settings.sandboxAtMost }
    : { sandbox, sandboxAtMost: undefined };
}

const duration = (word: string | undefined): number | undefined =>
  word === undefined ? undefined : parseDuration("--startup-timeout", word);

const percent = (word: string | undefined): number | undefined =>
  word === undefined ? undefined : parsePercent("--min-quota", word);

function single(flag: string, value: unknown): string | undefined {
  if (Array.isArray(value)) throw new CliError("usage", `--${flag} was given more than once`);
  return value as string | undefined;
}

/** Parses comma lists of known names, without duplicates. */
export function parseNames<T extends string>(
  flag: string,
  given: readonly string[],
  known: readonly T[],
): T[] {
  const all = given.flatMap((part) => part.split(",")).filter((name) => name !== "");
  for (const name of all) {
    if (!(known as readonly string[]).includes(name)) {
      const guess = nearest(name, known);
      throw new CliError("usage", `--${flag} ${name}: expected ${known.join(", ")}`, {
        hint: guess === undefined ? undefined : `did you mean: --${flag} ${guess}`,
      });
    }
  }
  return [...new Set(all)] as T[];
}

function requireAssignment(override: string): void {
  if (/^\s*[^=\s][^=]*=/.test(override)) return;
  throw new CliError("usage", `--config ${override}: expected key=value`, {
    hint: `for example: -c model_reasoning_effort="high"`,
  });
}
