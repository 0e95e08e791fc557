import type { RunContext } from "../../src/context.js";
import type { Change } from "../../src/git/change.js";
import { readChange } from "../../src/git/change.js";
import type { Git } from "../../src/git/git.js";
import { gitWithInheritedEnv } from "../../src/git/git.js";
import { bareRepository, repositoryFacts } from "../../src/git/repository-facts.js";
import type { SurveyedFile } from "../../src/git/survey.js";
import type { ReviewTargetSpec } from "../../src/git/target.js";
import { CliError, errorMessage } from "../../src/outcome/errors.js";
import type { ReviewTarget } from "../../src/protocol/params.js";
import { quoteName } from "../../src/review/quote.js";
import { renderRubric } from "../../src/review/rubric.js";
import type { ReviewOptions } from "./options.js";
import { ownOutput } from "./own-output.js";

/** The change under review and its repository, read when the review begins. */
export interface Subject {
  git: Git;
  root: string;
  gitDir: string;
  change: Change;
  spec: ReviewTargetSpec;
  /** Whether a path is a file our own output goes to. */
  isOwn: (path: string) => boolean;
}

/** Reads the change from git. Instructions without a target are about uncommitted changes. */
export function subjectOf(
  { target, paths }: Pick<ReviewOptions, "target" | "paths">,
  workdir: string,
  runContext: Pick<RunContext, "env"> & Partial<Pick<RunContext, "stdout" | "stderr">>,
  recording?: string,
): Subject {
  const { env } = runContext;
  const here = gitWithInheritedEnv(workdir, env);
  // Commits can also be compared in a bare repository.
  const needsTree = target?.kind !== "range" && target?.kind !== "commit";
  const facts = repositoryFacts(here) ?? (needsTree ? undefined : bareRepository(here));
  if (facts === undefined) {
    throw new CliError("usage", `${workdir} is not inside a git repository`, {
      hint: "a review compares changes that git knows",
    });
  }
  const git = gitWithInheritedEnv(facts.root, env);
  const spec = target ?? { kind: "uncommitted" };
  const { root, gitDir } = facts;
  const isOwn = ownOutput(runContext, recording);
  return { git, root, gitDir, spec, isOwn, change: readChange(git, spec, paths, isOwn) };
}

/** Why a review is stale: the change now differs from the one reviewed. Null when it does not. */
export function movedSince(subject: Subject, paths: readonly string[]): string | null {
  const { spec, change } = subject;
  const now = readAgain(subject, paths);
  if (typeof now === "string") return now;
  // Commits do not change, even if HEAD moves.
  const isFixed = spec.kind === "commit" || spec.kind === "range";
  if (!isFixed && now.head !== change.head) return "HEAD moved while the review ran";
  const isSame = isFixed
    ? now.base === change.base && now.tip === change.tip && now.diff === change.diff
    : now.digest === change.digest;
  return isSame ? null : "the change was edited while the review ran";
}

function readAgain({ git, spec, isOwn }: Subject, paths: readonly string[]): Change | string {
  try {
    return readChange(git, spec, paths, isOwn);
  } catch (error) {
    return `the change can no longer be read: ${errorMessage(error)}`;
  }
}

/** The target as the server takes it; a custom prompt when there is more to tell the reviewer. */
export function serverTarget(
  { change, spec }: Pick<Subject, "change" | "spec">,
  { target, paths }: Pick<ReviewOptions, "target" | "paths">,
  own: string | undefined,
  files: readonly SurveyedFile[],
): ReviewTarget {
  const ignorable = pathsOf(files, ({ state }) => state === "ignored");
  const hidden = pathsOf(files, ({ reason }) => reason === "text_shown_as_binary");
  const isPlain = [ignorable, hidden, paths].every(({ length }) => length === 0);
  const builtIn = own === undefined && isPlain ? builtInTarget(spec, change) : undefined;
  if (builtIn !== undefined) return builtIn;
  const prompt = target === undefined ? undefined : describeChange(spec, change);
  const rubric = { change: prompt, own, ignorable, hidden, paths };
  return { type: "custom", instructions: renderRubric(rubric) };
}

const pathsOf = (
  files: readonly SurveyedFile[],
  matches: (file: SurveyedFile) => boolean,
): string[] => [...new Set(files.filter(matches).map(({ path }) => path))].sort();

/** The server's own kind of target. It quotes names unescaped, so only names without quotes qualify. */
function builtInTarget(spec: ReviewTargetSpec, { tip, isMerge }: Change): ReviewTarget | undefined {
  switch (spec.kind) {
    case "uncommitted":
      return { type: "uncommittedChanges" };
    case "base":
      return isPlainName(spec.branch) ? { type: "baseBranch", branch: spec.branch } : undefined;
    case "commit":
      // The server's prompt uses `git show`, which for a merge shows only what differs from every parent.
      return isMerge !== true && isPlainTitle(spec.title ?? "")
        ? { type: "commit", sha: tip ?? spec.sha, title: spec.title }
        : undefined;
    case "range":
      return undefined;
  }
}

const isPlainName = (name: string): boolean => /^[\w./@~^{}+-]{1,100}$/.test(name);
const isPlainTitle = (title: string): boolean =>
  /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{0,200}$/u.test(title) && !/["\\`]/.test(title);

function describeChange(spec: ReviewTargetSpec, { base, tip, target, isMerge }: Change): string {
  switch (spec.kind) {
    case "uncommitted":
      return "Review the current code changes: staged, unstaged and untracked files.";
    case "base":
      return `Review the changes against ${quoteName(spec.branch)}. Their merge base is ${base}: run \`git diff ${base}\` to see them.`;
    case "commit": {
      const id = tip ?? spec.sha;
      const title = spec.title === null ? "" : ` (${quoteName(spec.title)})`;
      const what = `Review the code changes of commit ${id.slice(0, 7)}${title}`;
      return isMerge === true
        ? `${what}, a merge, against its first parent: run \`git diff ${base} ${id}\` to see them all.`
        : `${what}: run \`git show ${id}\` to see them.`;
    }
    case "range":
      // The target is made of commit ids, so it needs no quoting.
      return `Review the code changes of ${target}: run \`git diff ${base} ${tip ?? ""}\` to see them.`;
  }
}
