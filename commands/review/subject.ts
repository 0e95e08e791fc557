import type { Runtime } from "../../src/runtime.js";
import type { Change } from "../../src/git/change.js";
import { readChange } from "../../src/git/change.js";
import { ignorableFiles } from "../../src/git/generated.js";
import type { Git } from "../../src/git/git.js";
import { gitIn } from "../../src/git/git.js";
import { repositoryFacts } from "../../src/git/repository-facts.js";
import type { ReviewTargetSpec } from "../../src/git/target.js";
import { CliError, reasonOf } from "../../src/errors.js";
import type { ReviewTarget } from "../../src/protocol/params.js";
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
  const here = gitIn(workdir, env);
  const facts = repositoryFacts(here);
  if (facts === undefined) {
    throw new CliError("usage", `${workdir} is not inside a git repository`, {
      hint: "a review needs one: it looks at changes",
    });
  }
  const git = gitIn(facts.root, env);
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
  { git, change, spec }: Subject,
  { target, paths }: Pick<ReviewOptions, "target" | "paths">,
  own: string | undefined,
): ReviewTarget {
  // A change may call its own files generated: then nothing is passed over.
  const trusts = target !== undefined && !/^diff --git .*\.gitattributes/m.test(change.diff);
  const ignorable = trusts ? ignorableFiles(git, change.diff) : [];
  const plain = own === undefined && ignorable.length === 0 && paths.length === 0;
  if (plain && spec.kind === "uncommitted") return { type: "uncommittedChanges" };
  if (plain && spec.kind === "base") return { type: "baseBranch", branch: spec.branch };
  if (plain && spec.kind === "commit") {
    return { type: "commit", sha: change.tip ?? spec.sha, title: spec.title };
  }
  const words = target === undefined ? undefined : changeWords(spec, change);
  return { type: "custom", instructions: renderRubric({ change: words, own, ignorable, paths }) };
}

function changeWords(spec: ReviewTargetSpec, { base, tip, target }: Change): string {
  switch (spec.kind) {
    case "uncommitted":
      return "Review the current code changes: staged, unstaged and untracked files.";
    case "base":
      return `Review the ${target}. Their merge base is ${base ?? ""}: run \`git diff ${base ?? ""}\` to see them.`;
    case "commit":
      return `Review the code changes of ${target}: run \`git show ${tip ?? spec.sha}\` to see them.`;
    case "range":
      return `Review the code changes of ${target}: run \`git diff ${base ?? ""} ${tip ?? ""}\` to see them.`;
  }
}
