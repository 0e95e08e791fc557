import type { Runtime } from "../../src/context.js";
import type { Change } from "../../src/git/change.js";
import { readChange } from "../../src/git/change.js";
import type { Git } from "../../src/git/git.js";
import { gitWith } from "../../src/git/git.js";
import { bareRepository, repositoryFacts } from "../../src/git/repository-facts.js";
import type { SurveyedFile } from "../../src/git/survey.js";
import type { ReviewTargetSpec } from "../../src/git/target.js";
import { CliError, reasonOf } from "../../src/outcome/errors.js";
import type { ReviewTarget } from "../../src/protocol/params.js";
import { quoteName } from "../../src/review/quote.js";
import { renderRubric } from "../../src/review/rubric.js";
import type { ReviewOptions } from "./options.js";
import { ownOutput } from "./own-output.js";

/** What is reviewed, as git has it when the review begins. */
export interface Subject {
  git: Git;
  root: string;
  gitDir: string;
  change: Change;
  spec: ReviewTargetSpec;
  /** Knows the files our own output goes to. */
  isOwn: (path: string) => boolean;
}

/** Reads the change from git. Instructions without a target are held against what is not committed. */
export function subjectOf(
  { target, paths }: Pick<ReviewOptions, "target" | "paths">,
  workdir: string,
  runtime: Pick<Runtime, "env"> & Partial<Pick<Runtime, "stdout" | "stderr">>,
  recording?: string,
): Subject {
  const { env } = runtime;
  const here = gitWith(workdir, env);
  // Commits can be compared where nothing is checked out.
  const needsTree = target?.kind !== "range" && target?.kind !== "commit";
  const facts = repositoryFacts(here) ?? (needsTree ? undefined : bareRepository(here));
  if (facts === undefined) {
    throw new CliError("usage", `${workdir} is not inside a git repository`, {
      hint: "a review needs one: it looks at changes",
    });
  }
  const git = gitWith(facts.root, env);
  const spec = target ?? { kind: "uncommitted" };
  const { root, gitDir } = facts;
  const isOwn = ownOutput(runtime, recording);
  return { git, root, gitDir, spec, isOwn, change: readChange(git, spec, paths, isOwn) };
}

/** Why a review can no longer be believed: what it looked at is not what is there now. */
export function movedSince(subject: Subject, paths: readonly string[]): string | null {
  const { spec, change } = subject;
  const now = readAgain(subject, paths);
  if (typeof now === "string") return now;
  // Commits are what they are, wherever HEAD goes meanwhile.
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
    return `the change can no longer be read: ${reasonOf(error)}`;
  }
}

/** The target in the server's words; one of our own making where there is more to say. */
export function serverTarget(
  { change, spec }: Pick<Subject, "change" | "spec">,
  { target, paths }: Pick<ReviewOptions, "target" | "paths">,
  own: string | undefined,
  files: readonly SurveyedFile[],
): ReviewTarget {
  const ignorable = pathsOf(files, ({ state }) => state === "ignored");
  const hidden = pathsOf(files, ({ reason }) => reason === "text_shown_as_binary");
  const plain = [ignorable, hidden, paths].every(({ length }) => length === 0);
  const theirs = own === undefined && plain ? serverWords(spec, change) : undefined;
  if (theirs !== undefined) return theirs;
  const words = target === undefined ? undefined : changeWords(spec, change);
  const rubric = { change: words, own, ignorable, hidden, paths };
  return { type: "custom", instructions: renderRubric(rubric) };
}

const pathsOf = (
  files: readonly SurveyedFile[],
  isMeant: (file: SurveyedFile) => boolean,
): string[] => [...new Set(files.filter(isMeant).map(({ path }) => path))].sort();

/** The server puts names into its prompt as they are: only those that cannot end their quotes. */
function serverWords(spec: ReviewTargetSpec, { tip, isMerge }: Change): ReviewTarget | undefined {
  switch (spec.kind) {
    case "uncommitted":
      return { type: "uncommittedChanges" };
    case "base":
      return isPlainName(spec.branch) ? { type: "baseBranch", branch: spec.branch } : undefined;
    case "commit":
      // Of a merge `git show`, which the server names, shows only what differs from every parent.
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

function changeWords(spec: ReviewTargetSpec, { base, tip, target, isMerge }: Change): string {
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
      // Its name is made of ids.
      return `Review the code changes of ${target}: run \`git diff ${base} ${tip ?? ""}\` to see them.`;
  }
}
