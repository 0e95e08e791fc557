import { createHash } from "node:crypto";
import { join } from "node:path";

import type { Git } from "./git.js";
import { largeFiles } from "./large-files.js";
import { EMPTY_TREE, type ReviewTargetSpec, type Sides, sidesOf } from "./target.js";
import { untracked } from "./untracked.js";

/** What is reviewed, as git had it at one moment. */
export interface Change extends Sides {
  /** A git diff with the prefixes a/ and b/, whatever the user's settings are. */
  diff: string;
  /** The same as long as HEAD, both sides and the diff are the same. */
  digest: string;
  empty: boolean;
}

/**
 * Reads a change; `paths` are git's pathspecs, exclusions among them. A file that `isOwn` knows, such
 * as the one our own output goes to, is no part of what is not committed.
 */
export function readChange(
  git: Git,
  target: ReviewTargetSpec,
  paths: readonly string[],
  isOwn: (path: string) => boolean = () => false,
): Change {
  const where = whereOf(paths);
  if (target.kind === "uncommitted") return uncommitted(git, where, isOwn);
  const sides = sidesOf(git, target);
  if (sides.tip !== null) return changeOf(sides, diffOf(git, sides, where));
  const root = join(git.cwd, git.run(["rev-parse", "--show-cdup"]).trim());
  return changeOf(sides, workingTreeDiff(git, sides.base, where, root));
}

/** With exclusions alone, some git commands would look no further than the current directory. */
const whereOf = (paths: readonly string[]): readonly string[] => [
  "--",
  ...(paths.every(isExclusion) ? [":/", ...paths] : paths),
];

/** The diff between two commits whose full ids are known; one process. */
export const diffBetween = (
  git: Git,
  base: string,
  tip: string,
  paths: readonly string[],
): string => diffOf(git, { base, tip }, whereOf(paths));

const isExclusion = (path: string): boolean => /^:(?:[/!^]*[!^]|\([^)]*\bexclude\b)/.test(path);

function uncommitted(git: Git, where: readonly string[], isOwn: (path: string) => boolean): Change {
  const question = ["--show-cdup", "--show-object-format", "--revs-only", "HEAD^{commit}"];
  const [up = "", format = "", id = ""] = git.run(["rev-parse", ...question]).split("\n");
  const algorithm = format === "sha256" ? "sha256" : "sha1";
  const head = id || null;
  const sides = {
    target: "uncommitted changes",
    head,
    base: id || EMPTY_TREE[algorithm],
    tip: null,
  };
  const root = join(git.cwd, up);
  const known = workingTreeDiff(git, sides.base, where, root);
  const list = ["ls-files", "--others", "--exclude-standard", "-z", "--full-name", ...where];
  const names = git.run(list).split("\0").slice(0, -1);
  const theirs = names.filter((name) => !isOwn(join(root, name)));
  return changeOf(sides, known + untracked(root, theirs, algorithm));
}

/** Git would read files of any length to the end, and nothing could be done meanwhile. */
function workingTreeDiff(git: Git, base: string, where: readonly string[], root: string): string {
  const { exclusions, diff } = largeFiles(git, base, where, root);
  return diffOf(git, { base, tip: null }, [...where, ...exclusions]) + diff;
}

const diffOf = (
  git: Git,
  { base, tip }: Pick<Sides, "base" | "tip">,
  where: readonly string[],
): string => git.run([...DIFF, base, ...(tip === null ? [] : [tip]), ...where]);

/** Every setting that changes how a diff looks, set back. */
const DIFF = [
  ...["diff", "--patch", "--no-color", "--no-ext-diff", "--no-textconv", "--full-index"],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--no-relative", "-O/dev/null"],
  ...["--unified=3", "--inter-hunk-context=0", "--diff-algorithm=myers", "--indent-heuristic"],
  ...["--find-renames=50%", "-l1000"],
  // What is edited inside a submodule belongs to its own repository; which commit it is at, to ours.
  ...["--submodule=short", "--ignore-submodules=dirty"],
];

function changeOf(sides: Sides, diff: string): Change {
  const { head, base, tip } = sides;
  // The diff has the full id of each file, so that it tells binary files apart as well.
  const digest = createHash("sha256").update(JSON.stringify([head, base, tip, diff]));
  return { ...sides, diff, digest: digest.digest("hex"), empty: diff === "" };
}
