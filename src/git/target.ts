import { CliError } from "../outcome/errors.js";
import type { Git } from "./git.js";

/** What to review, as given by the user and not yet resolved. */
export type ReviewTargetSpec =
  | { kind: "uncommitted" }
  | { kind: "base"; branch: string }
  | { kind: "commit"; sha: string; title: string | null }
  | ({ kind: "range" } & CommitRange);

interface CommitRange {
  from: string;
  to: string;
  symmetric: boolean;
}

/** The two sides of a comparison. */
export interface Sides {
  /** Description for people. */
  target: string;
  /** The commit at HEAD; null in a repository without one. */
  head: string | null;
  /** The full id of the old side; the empty tree where there is no parent. */
  base: string;
  /** The full id of the new side; null for the working tree. */
  tip: string | null;
  /** Set for a merge commit: `base` is then its first parent. */
  isMerge?: true;
}

/** Parses `A..B` or `A...B`; an omitted side is HEAD. */
export function parseRange(word: string): CommitRange {
  const at = /\s/.test(word) ? -1 : word.indexOf("..");
  const dots = word.startsWith("...", at) ? "..." : "..";
  const [from, to] = at === -1 ? ["", ""] : [word.slice(0, at), word.slice(at + dots.length)];
  // A git ref contains no two dots, does not begin or end with a dot, and does not begin with a dash.
  if (from + to === "" || [from, to].some((side) => /^[-.]|\.\.|\.$/.test(side))) {
    throw new CliError("usage", `'${word}' is not a commit range`, {
      hint: "write A..B to compare A with B, or A...B for what B added since their merge base",
    });
  }
  return { from: from || "HEAD", to: to || "HEAD", symmetric: dots === "..." };
}

/** Resolves the commits of a target; uncommitted changes are handled in change.ts. */
export function sidesOf(
  git: Git,
  target: Exclude<ReviewTargetSpec, { kind: "uncommitted" }>,
): Sides {
  switch (target.kind) {
    case "base":
      return againstBranch(git, target.branch);
    case "commit":
      return oneCommit(git, target.sha, target.title);
    case "range":
      return target.symmetric ? sinceMergeBase(git, target) : fromTo(git, target);
  }
}

// Git has both built in.
export const EMPTY_TREE = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

/**
 * Compares HEAD with its merge base with a branch or, like codex, with the branch's upstream if that
 * is ahead. Otherwise a branch cut from a fresh origin/main would be reviewed with all that a stale
 * main lacks.
 */
function againstBranch(git: Git, branch: string): Sides {
  const here = pair("HEAD", branch);
  const upstream = `${branch}@{upstream}`;
  const all = [here, pair("HEAD", upstream), pair(branch, upstream)];
  // Git fails as a whole if the branch has no upstream.
  const answer = git.tryRun([...REVISIONS, ...all]) ?? git.run([...REVISIONS, here]);
  const [local, upstreamDifference, gap] = symmetricDifferences(answer);
  if (local === undefined) throw unknownCommit(git, ["HEAD", branch]);
  const upstreamIsAhead = gap !== undefined && gap.bases[0] !== gap.end;
  const { start, bases } = upstreamIsAhead ? (upstreamDifference ?? local) : local;
  const base = bases[0] ?? throwUnrelated(git, "HEAD", branch);
  return { target: `changes against '${branch}'`, head: start, base, tip: null };
}

function sinceMergeBase(git: Git, { from, to }: CommitRange): Sides {
  const [difference, here] = symmetricDifferences(
    git.run([...REVISIONS, pair(from, to), "HEAD^{commit}"]),
  );
  if (difference === undefined) throw unknownCommit(git, [from, to]);
  const { start, end, bases } = difference;
  const base = bases[0] ?? throwUnrelated(git, from, to);
  return { target: `${short(start)}...${short(end)}`, head: here?.end ?? null, base, tip: end };
}

function fromTo(git: Git, { from, to }: CommitRange): Sides {
  // Trees are accepted too: a first push is compared with the empty tree.
  const names = [from, to].flatMap((name) => [commitName(name), `${name}^{tree}`]);
  const [head = null, ...found] = resolve(git, ["HEAD^{commit}", ...names]);
  const [base, tip] = [found[0] ?? found[1], found[2] ?? found[3]];
  if (base === undefined || tip === undefined) throw unknownCommit(git, [from, to]);
  return { target: `${short(base)}..${short(tip)}`, head, base, tip };
}

function oneCommit(git: Git, sha: string, title: string | null): Sides {
  const itself = commitName(sha);
  const names = ["HEAD^{commit}", itself, `${itself}^1`, `${itself}^2`];
  const [head = null, tip, parent, second] = resolve(git, names);
  if (tip === undefined) throw unknownCommit(git, [sha]);
  const name = title?.replaceAll(/\s+/g, " ").trim() ?? "";
  const target = `commit ${short(tip)}${name === "" ? "" : ` (${name})`}`;
  const sides = { target, head, base: parent ?? beforeRoot(git, tip), tip };
  return second === undefined ? sides : { ...sides, isMerge: true };
}

/**
 * The base of a root commit. In a shallow clone the oldest commit only looks like a root, so that the
 * whole project would be its change.
 */
function beforeRoot(git: Git, tip: string): string {
  const [heading = ""] = git.run(["cat-file", "commit", tip]).split("\n\n");
  if (!/^parent /m.test(heading)) return EMPTY_TREE[tip.length === 40 ? "sha1" : "sha256"];
  throw new CliError("input", `the parent of commit ${short(tip)} is not in this clone`, {
    hint: "the clone is shallow: git fetch --deepen=1",
  });
}

const short = (id: string): string => id.slice(0, 7);

/** Makes git resolve a name to a commit; rejects options and line breaks. */
function commitName(name: string): string {
  if (!/^-|^$|[\0\n]/.test(name)) return `${name}^{commit}`;
  throw new CliError("input", `'${name}' is not a commit in this repository`);
}

/** Resolves names to full ids; undefined for unknown and ambiguous ones. */
const resolve = (git: Git, names: readonly string[]): (string | undefined)[] =>
  git
    .run(["cat-file", "--batch-check=%(objectname)"], `${names.join("\n")}\n`)
    .split("\n")
    .map((line) => (/^[0-9a-f]{40,}$/.test(line) ? line : undefined));

const pair = (start: string, end: string): string => `${commitName(start)}...${commitName(end)}`;

// Git stops at an unknown name, without failing.
const REVISIONS = ["rev-parse", "--revs-only"];

interface SymmetricDifference {
  start: string;
  end: string;
  /** Merge bases; git's preferred one comes first. */
  bases: string[];
}

/** Parses rev-parse's output for `A...B`: B, A, and each merge base after a ^. */
const symmetricDifferences = (answer: string): SymmetricDifference[] =>
  [...answer.matchAll(/^(\w+)\n(?:(\w+)\n)?((?:\^\w+\n)*)/gm)].map(
    ([, end = "", start = end, bases = ""]) => ({ start, end, bases: bases.match(/\w+/g) ?? [] }),
  );

function unknownCommit(git: Git, names: readonly string[]): CliError {
  const candidates = names.flatMap((name) => [commitName(name), commitName(`origin/${name}`)]);
  const found = resolve(git, candidates);
  const at = names.findIndex((_, index) => found[2 * index] === undefined);
  const name = names[at] ?? "";
  if (name === "HEAD")
    return new CliError("input", "the repository has no commits yet to compare with");
  const hint = found[2 * at + 1] === undefined ? deepenHint(git) : `did you mean origin/${name}?`;
  return new CliError("input", `'${name}' is not a commit in this repository`, { hint });
}

function throwUnrelated(git: Git, one: string, other: string): never {
  throw new CliError("input", `'${one}' and '${other}' have no common history`, {
    hint: deepenHint(git),
  });
}

/** What to do about a commit that a shallow clone, as CI makes it, does not have. */
const deepenHint = (git: Git): string | undefined =>
  git.run(["rev-parse", "--is-shallow-repository"]).trim() === "true"
    ? "this clone is shallow: git fetch --unshallow (actions/checkout: fetch-depth: 0)"
    : undefined;
