import { createHash } from "node:crypto";
import { join } from "node:path";

import type { Git } from "./git.js";
import { largeFiles } from "./large-files.js";
import { EMPTY_TREE, type ReviewTargetSpec, type Sides, sidesOf } from "./target.js";
import { untracked } from "./untracked.js";

/** A snapshot of the change under review. */
export interface Change extends Sides {
  /** A git diff with the prefixes a/ and b/, whatever the user's git config says. */
  diff: string;
  /** Hash of HEAD, both sides and the diff. */
  digest: string;
  empty: boolean;
}

/**
 * Reads a change; `paths` are git pathspecs, exclusions included. Untracked files for which `isOwn` is
 * true, such as the one our own output goes to, are left out.
 */
export function readChange(
  git: Git,
  target: ReviewTargetSpec,
  paths: readonly string[],
  isOwn: (path: string) => boolean = () => false,
): Change {
  const pathArgs = pathArgsOf(paths);
  if (target.kind === "uncommitted") return uncommitted(git, pathArgs, isOwn);
  const sides = sidesOf(git, target);
  if (sides.tip !== null) return changeOf(sides, diffOf(git, sides, pathArgs));
  const root = join(git.cwd, git.run(["rev-parse", "--show-cdup"]).trim());
  return changeOf(sides, workingTreeDiff(git, sides.base, pathArgs, root));
}

/** Adds `:/` to exclusions alone: some git commands would search only the current directory. */
const pathArgsOf = (paths: readonly string[]): readonly string[] => [
  "--",
  ...(paths.every(isExclusion) ? [":/", ...paths] : paths),
];

/** Diffs two commits given by full ids, with one git process. */
export const diffBetween = (
  git: Git,
  base: string,
  tip: string,
  paths: readonly string[],
): string => diffOf(git, { base, tip }, pathArgsOf(paths));

const isExclusion = (path: string): boolean => /^:(?:[/!^]*[!^]|\([^)]*\bexclude\b)/.test(path);

function uncommitted(
  git: Git,
  pathArgs: readonly string[],
  isOwn: (path: string) => boolean,
): Change {
  const args = ["--show-cdup", "--show-object-format", "--revs-only", "HEAD^{commit}"];
  const [up = "", format = "", id = ""] = git.run(["rev-parse", ...args]).split("\n");
  const algorithm = format === "sha256" ? "sha256" : "sha1";
  const head = id || null;
  const sides = {
    target: "uncommitted changes",
    head,
    base: id || EMPTY_TREE[algorithm],
    tip: null,
  };
  const root = join(git.cwd, up);
  const tracked = workingTreeDiff(git, sides.base, pathArgs, root);
  const list = ["ls-files", "--others", "--exclude-standard", "-z", "--full-name", ...pathArgs];
  const names = git.run(list).split("\0").slice(0, -1);
  const included = names.filter((name) => !isOwn(join(root, name)));
  return changeOf(sides, tracked + untracked(root, included, algorithm));
}

/** Diffs without very large files: git would read them to the end, and the call is synchronous. */
function workingTreeDiff(
  git: Git,
  base: string,
  pathArgs: readonly string[],
  root: string,
): string {
  const { exclusions, diff } = largeFiles(git, base, pathArgs, root);
  return diffOf(git, { base, tip: null }, [...pathArgs, ...exclusions]) + diff;
}

const diffOf = (
  git: Git,
  { base, tip }: Pick<Sides, "base" | "tip">,
  pathArgs: readonly string[],
): string => git.run([...DIFF, base, ...(tip === null ? [] : [tip]), ...pathArgs]);

/** Resets every setting that changes the format of a diff. */
const DIFF = [
  ...["diff", "--patch", "--no-color", "--no-ext-diff", "--no-textconv", "--full-index"],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--no-relative", "-O/dev/null"],
  ...["--unified=3", "--inter-hunk-context=0", "--diff-algorithm=myers", "--indent-heuristic"],
  ...["--find-renames=50%", "-l1000"],
  // Edits inside a submodule belong to its own repository; the commit it is at belongs to ours.
  ...["--submodule=short", "--ignore-submodules=dirty"],
];

function changeOf(sides: Sides, diff: string): Change {
  const { head, base, tip } = sides;
  // The diff has the full id of each file, so that binary files are distinguished as well.
  const digest = createHash("sha256").update(JSON.stringify([head, base, tip, diff]));
  return { ...sides, diff, digest: digest.digest("hex"), empty: diff === "" };
}
