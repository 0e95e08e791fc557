import { CliError } from "../outcome/errors.js";
import type { Git } from "./git.js";

/** What to review, as asked for and not yet looked up. */
export type ReviewTargetSpec =
  | { kind: "uncommitted" }
  | { kind: "base"; branch: string }
  | { kind: "commit"; sha: string; title: string | null }
  | ({ kind: "range" } & Range);

interface Range {
  from: string;
  to: string;
  symmetric: boolean;
}

/** What is compared with what. */
export interface Sides {
  /** In words. */
  target: string;
  /** The commit HEAD stands on; null in a repository without one. */
  head: string | null;
  /** The full id of what is compared with; the empty tree's where nothing came before. */
  base: string;
  /** The full id of what is compared; null for the working tree. */
  tip: string | null;
  /** Whether it is one commit with several parents: `base` is then the first of them. */
  isMerge?: true;
}

/** Reads `A..B` or `A...B`; a side left out is HEAD. */
export function parseRange(word: string): Range {
  const at = /\s/.test(word) ? -1 : word.indexOf("..");
  const dots = word.startsWith("...", at) ? "..." : "..";
  const [from, to] = at === -1 ? ["", ""] : [word.slice(0, at), word.slice(at + dots.length)];
  // Git has no name with two dots in it, none with a dot at an end, and none that begins with a dash.
  if (from + to === "" || [from, to].some((side) => /^[-.]|\.\.|\.$/.test(side))) {
    throw new CliError("usage", `'${word}' is no range of commits`, {
      hint: "write A..B to compare A with B, or A...B for what B added since they parted",
    });
  }
  return { from: from || "HEAD", to: to || "HEAD", symmetric: dots === "..." };
}

/** Looks up what is named; what is not committed has no names and is read elsewhere. */
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
      return target.symmetric ? sinceTheyParted(git, target) : fromTo(git, target);
  }
}

// Git knows both without storing them.
export const EMPTY_TREE = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

/**
 * As codex does it: where the branch follows one that has gone on, that one counts. Otherwise a branch
 * cut from a fresh origin/main would be held to answer for all that a stale main does not know.
 */
function againstBranch(git: Git, branch: string): Sides {
  const here = pair("HEAD", branch);
  const upstream = `${branch}@{upstream}`;
  const all = [here, pair("HEAD", upstream), pair(branch, upstream)];
  // Git gives up altogether on a branch that follows none.
  const answer = git.ask([...REVISIONS, ...all]) ?? git.run([...REVISIONS, here]);
  const [local, followed, gap] = partings(answer);
  if (local === undefined) throw unknown(git, ["HEAD", branch]);
  const hasGoneOn = gap !== undefined && gap.bases[0] !== gap.end;
  const { start, bases } = hasGoneOn ? (followed ?? local) : local;
  const base = bases[0] ?? unrelated(git, "HEAD", branch);
  return { target: `changes against '${branch}'`, head: start, base, tip: null };
}

function sinceTheyParted(git: Git, { from, to }: Range): Sides {
  const [asked, here] = partings(git.run([...REVISIONS, pair(from, to), "HEAD^{commit}"]));
  if (asked === undefined) throw unknown(git, [from, to]);
  const { start, end, bases } = asked;
  const base = bases[0] ?? unrelated(git, from, to);
  return { target: `${short(start)}...${short(end)}`, head: here?.end ?? null, base, tip: end };
}

function fromTo(git: Git, { from, to }: Range): Sides {
  // A tree will do: what a first push is compared with is the empty one.
  const names = [from, to].flatMap((name) => [commit(name), `${name}^{tree}`]);
  const [head = null, ...found] = resolve(git, ["HEAD^{commit}", ...names]);
  const [base, tip] = [found[0] ?? found[1], found[2] ?? found[3]];
  if (base === undefined || tip === undefined) throw unknown(git, [from, to]);
  return { target: `${short(base)}..${short(tip)}`, head, base, tip };
}

function oneCommit(git: Git, sha: string, title: string | null): Sides {
  const itself = commit(sha);
  const names = ["HEAD^{commit}", itself, `${itself}^1`, `${itself}^2`];
  const [head = null, tip, parent, second] = resolve(git, names);
  if (tip === undefined) throw unknown(git, [sha]);
  const name = title?.replaceAll(/\s+/g, " ").trim() ?? "";
  const target = `commit ${short(tip)}${name === "" ? "" : ` (${name})`}`;
  const sides = { target, head, base: parent ?? beforeRoot(git, tip), tip };
  return second === undefined ? sides : { ...sides, isMerge: true };
}

/** In a shallow clone the oldest commit looks like a root, and the whole project like its change. */
function beforeRoot(git: Git, tip: string): string {
  const [heading = ""] = git.run(["cat-file", "commit", tip]).split("\n\n");
  if (!/^parent /m.test(heading)) return EMPTY_TREE[tip.length === 40 ? "sha1" : "sha256"];
  throw new CliError("input", `the parent of commit ${short(tip)} is not in this clone`, {
    hint: "the clone is shallow: git fetch --deepen=1",
  });
}

const short = (id: string): string => id.slice(0, 7);

/** A name for git that can be nothing but a commit's: no option, no second line. */
function commit(name: string): string {
  if (!/^-|^$|[\0\n]/.test(name)) return `${name}^{commit}`;
  throw new CliError("input", `'${name}' is no commit of this repository`);
}

/** The full ids; undefined for what git does not know, or knows several of. */
const resolve = (git: Git, names: readonly string[]): (string | undefined)[] =>
  git
    .run(["cat-file", "--batch-check=%(objectname)"], `${names.join("\n")}\n`)
    .split("\n")
    .map((line) => (/^[0-9a-f]{40,}$/.test(line) ? line : undefined));

const pair = (start: string, end: string): string => `${commit(start)}...${commit(end)}`;

// A name git does not know ends its answer, and is no failure.
const REVISIONS = ["rev-parse", "--revs-only"];

interface Parting {
  start: string;
  end: string;
  /** Where the two parted; of several, git's choice is the first. */
  bases: string[];
}

/** Git answers `A...B` with B, A and a ^ before each merge base, all in one process. */
const partings = (answer: string): Parting[] =>
  [...answer.matchAll(/^(\w+)\n(?:(\w+)\n)?((?:\^\w+\n)*)/gm)].map(
    ([, end = "", start = end, bases = ""]) => ({ start, end, bases: bases.match(/\w+/g) ?? [] }),
  );

function unknown(git: Git, names: readonly string[]): CliError {
  const asked = names.flatMap((name) => [commit(name), commit(`origin/${name}`)]);
  const found = resolve(git, asked);
  const at = names.findIndex((_, index) => found[2 * index] === undefined);
  const name = names[at] ?? "";
  if (name === "HEAD") return new CliError("input", "there is no commit yet to compare with");
  const hint = found[2 * at + 1] === undefined ? undefined : `did you mean origin/${name}?`;
  return new CliError("input", `'${name}' is no commit of this repository`, { hint });
}

function unrelated(git: Git, one: string, other: string): never {
  const isShallow = git.run(["rev-parse", "--is-shallow-repository"]).trim() === "true";
  throw new CliError("input", `'${one}' and '${other}' have no common history`, {
    hint: isShallow ? "this clone is shallow: git fetch --unshallow" : undefined,
  });
}
