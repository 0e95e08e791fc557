import { CliError } from "../../src/outcome/errors.js";
import type { ReviewTarget } from "../../src/protocol/params.js";
import type { ThreadQuery } from "../../src/session/find-thread.js";
import { parseThreadQuery } from "../../src/session/find-thread.js";
import { CodexError } from "./codex-error.js";
import type { LevelArguments } from "./parse-arguments.js";

/** The sources of a prompt, by the rules of codex exec. */
export interface ExecPrompt {
  /** `-`, or nothing, is standard input. */
  argument: string | undefined;
  /** Whether piped input is added to an argument. */
  addsStdin: boolean;
}

/** The task: a turn, a fork without a turn, or a review. */
export type ExecTask =
  | { kind: "new"; prompt: ExecPrompt }
  | { kind: "resume"; query: ThreadQuery | undefined; prompt: ExecPrompt }
  | { kind: "fork"; query: ThreadQuery; prompt: ExecPrompt | undefined }
  | { kind: "review"; target: ReviewTarget }
  | { kind: "review"; target: "instructions"; prompt: ExecPrompt };

/** Builds the task from the arguments of exec and of its sub-command. */
export function taskOf(
  sub: string | undefined,
  exec: LevelArguments,
  below: LevelArguments,
): ExecTask {
  const [before] = exec.words;
  switch (sub) {
    case "resume":
      return resumeTask(before, below);
    case "fork":
      return forkTask(before, below, [exec, below]);
    case "review":
      return reviewTask(below, [exec, below]);
    case undefined:
    default:
      return { kind: "new", prompt: { argument: before, addsStdin: true } };
  }
}

/** With `--last` a single word is the prompt, and the first of two is ignored. */
function resumeTask(before: string | undefined, { words, options }: LevelArguments): ExecTask {
  const last = options.has("last");
  const anywhere = options.has("all");
  const [first, second] = words;
  const query = last
    ? ({ by: "last", anywhere } as const)
    : first === undefined
      ? undefined
      : parseThreadQuery(first, anywhere);
  const argument = second ?? (last ? first : undefined) ?? before;
  return { kind: "resume", query, prompt: { argument, addsStdin: false } };
}

function forkTask(
  before: string | undefined,
  { words }: LevelArguments,
  levels: readonly LevelArguments[],
): ExecTask {
  const [which, own] = words;
  if (which === undefined) throw new CliError("usage", "fork needs the id or name of a thread");
  const argument = own ?? before;
  const query = parseThreadQuery(which, true);
  if (argument !== undefined) {
    return { kind: "fork", query, prompt: { argument, addsStdin: false } };
  }
  const needless = NAMES_FOR_A_TURN.find((name) => levels.some(({ options }) => options.has(name)));
  if (needless !== undefined) {
    throw new CodexError("usage", `Error: ${FOR_A_TURN[needless]}`);
  }
  return { kind: "fork", query, prompt: undefined };
}

const FOR_A_TURN = {
  image: "Forking with images requires a prompt",
  "output-schema": "Forking with output options requires a prompt",
  "output-last-message": "Forking with output options requires a prompt",
  ephemeral: "Ephemeral forks require a prompt",
  "cyber-access-program": "Forking with --cyber-access-program requires a prompt",
} as const;

const NAMES_FOR_A_TURN = Object.keys(FOR_A_TURN) as (keyof typeof FOR_A_TURN)[];

function reviewTask(
  { words, options }: LevelArguments,
  levels: readonly LevelArguments[],
): ExecTask {
  const [instructions] = words;
  const given = ["uncommitted", "base", "commit"].filter((name) => options.has(name));
  const targets = [
    ...given.map((name) => `--${name}`),
    ...(instructions === undefined ? [] : ["instructions"]),
  ];
  if (targets.length > 1) {
    throw new CliError("usage", `a review has one target, not ${targets.join(" and ")}`);
  }
  // codex ignores a title without a commit, as long as there is another target.
  if (options.has("title") && targets.length === 0) {
    throw new CliError("usage", "--title requires --commit");
  }
  if (levels.some((level) => level.options.has("cyber-access-program"))) {
    throw new CliError("usage", "--cyber-access-program cannot be used with a review");
  }
  if (instructions !== undefined) {
    const prompt = { argument: instructions, addsStdin: false };
    return { kind: "review", target: "instructions", prompt };
  }
  return { kind: "review", target: reviewTarget(options) };
}

function reviewTarget(options: LevelArguments["options"]): ReviewTarget {
  const branch = options.get("base")?.[0];
  const sha = options.get("commit")?.[0];
  if (branch !== undefined) return { type: "baseBranch", branch };
  if (sha !== undefined) return { type: "commit", sha, title: options.get("title")?.[0] ?? null };
  if (options.has("uncommitted")) return { type: "uncommittedChanges" };
  throw new CodexError(
    "usage",
    "Error: Specify --uncommitted, --base, --commit, or provide custom review instructions",
  );
}
