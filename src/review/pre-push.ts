import { CliError } from "../outcome/errors.js";
import type { Git } from "../git/git.js";
import { EMPTY_TREE } from "../git/target.js";

/** One line git hands to its pre-push hook; an id of zeros means "none". */
export interface PushedRef {
  readonly localRef: string;
  readonly localSha: string;
  readonly remoteRef: string;
  readonly remoteSha: string;
}

/** What one pushed ref brings to the remote. */
export interface PushRange {
  /** The ref on the remote. */
  readonly ref: string;
  /** The commit or tree the remote has already, or the empty tree. */
  readonly from: string;
  /** A commit; or a tree, where a ref holds nothing else. */
  readonly to: string;
  /** How many commits the remote does not have yet; 0 for a tree. */
  readonly commits: number;
  /** Why it cannot be reviewed, if so. */
  readonly problem?: string;
}

/** Reads what git writes to its pre-push hook. */
export function parsePushLines(text: string): PushedRef[] {
  return text.split(/\r?\n/).flatMap((row, index) => {
    if (row.trim() === "") return [];
    const [, localRef = "", localSha = "", remoteRef = "", remoteSha = ""] = LINE.exec(row) ?? [];
    if (localSha !== "" && localSha.length === remoteSha.length)
      return [{ localRef, localSha, remoteRef, remoteSha }];
    throw new CliError("input", `line ${index + 1} is not one git gives a pre-push hook: ${row}`, {
      hint: "Expected: <local ref> <local id> <remote ref> <remote id>",
    });
  });
}

// Read from its end: the local "ref" is what the user typed, and `HEAD@{2 days ago}` has spaces.
const LINE = /^(.+) ([0-9a-f]{40}|[0-9a-f]{64}) (\S+) ([0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * What each ref brings that the remote does not have. The remote has all it named in its lines and all
 * its tracking refs hold. Two git processes, however many refs; more only for merges and unknown remotes.
 */
export function rangesToReview(git: Git, remote: string, refs: readonly PushedRef[]): PushRange[] {
  const kept = refs.filter(({ localSha }) => !isNone(localSha));
  if (kept.length === 0) return [];
  const objects = objectsOf(git, refs);
  const there = refs.flatMap(({ remoteSha }) => objects.get(remoteSha)?.commit ?? []);
  const tips = kept.flatMap(({ localSha, remoteRef, remoteSha }): Tip[] => {
    if (!objects.has(localSha))
      throw new CliError("input", `git pushes ${localSha}, which this repository does not have`);
    const to = objects.get(localSha)?.commit;
    const before = objects.get(remoteSha)?.commit;
    return to === undefined ? [] : [{ ref: remoteRef, to, before }];
  });
  const loose = kept.flatMap((ref) => withoutCommit(ref, objects));
  if (tips.length === 0) return unique(loose);
  const parts = compare(git, remote, tips, there).map((part) => rangeOf(git, part));
  return unique([...parts, ...loose]);
}

/** A ref, most often a tag, may hold a tree or a file without any commit: that is new as a whole. */
function withoutCommit(
  { localSha, remoteRef: ref, remoteSha }: PushedRef,
  objects: Objects,
): PushRange[] {
  const { commit, tree } = objects.get(localSha) ?? {};
  if (commit !== undefined) return [];
  const from = objects.get(remoteSha)?.tree ?? emptyTreeFor(localSha);
  if (tree !== undefined) return tree === from ? [] : [{ ref, from, to: tree, commits: 0 }];
  const problem = `${ref} is a single file without a tree, which cannot be compared`;
  return [{ ref, from, to: localSha, commits: 0, problem }];
}

const emptyTreeFor = (id: string): string =>
  id.length === 40 ? EMPTY_TREE.sha1 : EMPTY_TREE.sha256;

/** A pushed commit, and the one its ref stood on, if that is known here. */
interface Tip {
  readonly ref: string;
  readonly to: string;
  readonly before: string | undefined;
}

/** A tip and its new commits, with the old ones that these were built on. */
interface Part {
  readonly tip: Tip;
  readonly commits: number;
  readonly edges: ReadonlySet<string>;
}

/** What each id stands for, through any number of tags; no entry for what is not here. */
type Objects = ReadonlyMap<string, { commit: string | undefined; tree: string | undefined }>;

function objectsOf(git: Git, refs: readonly PushedRef[]): Objects {
  const ids = [...new Set(refs.flatMap(({ localSha, remoteSha }) => [localSha, remoteSha]))];
  const asked = ids.filter((id) => !isNone(id));
  const input = asked.map((id) => `${id}\n${id}^{commit}\n${id}^{tree}\n`).join("");
  const answers = git.run(["cat-file", "--batch-check=%(objectname)"], input).split("\n");
  const found = (index: number) => ID.exec(answers[index] ?? "")?.[0];
  return new Map(
    asked.flatMap((id, index) =>
      found(3 * index) === undefined
        ? []
        : [[id, { commit: found(3 * index + 1), tree: found(3 * index + 2) }] as const],
    ),
  );
}

const ID = /^[0-9a-f]+$/;
const isNone = (id: string): boolean => /^0+$/.test(id);

function compare(git: Git, remote: string, tips: readonly Tip[], there: string[]): Part[] {
  const parts = partsOf(tips, newCommits(git, tips, there, `--remotes=${remote}`));
  const whole = parts.filter(({ edges }) => edges.size === 0).map(({ tip }) => tip);
  if (whole.length === 0 || hasTrackingRefs(git, remote)) return parts;
  // A URL, or a remote never fetched: what any other remote has is not new either.
  const fewer = newCommits(git, whole, there, "--remotes");
  return parts.flatMap((part) => (part.edges.size > 0 ? part : partsOf([part.tip], fewer)));
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** The commits the remote does not have, each with its parents. */
function newCommits(git: Git, tips: readonly Tip[], there: string[], remotes: string): Graph {
  const input = [...tips.map(({ to }) => to), ...there.map((id) => `^${id}`), ""].join("\n");
  // `--stdin` before `--not`, which would turn around what is read after it.
  const rows = git.run(["rev-list", "--parents", "--stdin", "--not", remotes], input).split("\n");
  return new Map(
    rows.map((row) => {
      const [commit = "", ...parents] = row.split(" ");
      return [commit, parents];
    }),
  );
}

const partsOf = (tips: readonly Tip[], graph: Graph): Part[] =>
  tips.filter(({ to }) => graph.has(to)).map((tip) => ({ tip, ...walk(graph, tip.to) }));

/** Counts what is new below a commit, and gathers the old commits it ends at. */
function walk(graph: Graph, from: string): { commits: number; edges: Set<string> } {
  const seen = new Set([from]);
  const edges = new Set<string>();
  // A set hands out what is added to it on the way.
  for (const commit of seen)
    for (const parent of graph.get(commit) ?? []) (graph.has(parent) ? seen : edges).add(parent);
  return { commits: seen.size, edges };
}

function hasTrackingRefs(git: Git, remote: string): boolean {
  const refs = ["for-each-ref", "--count=1", "--format=%(refname)", `refs/remotes/${remote}/`];
  return git.run(refs).trim() !== "";
}

function rangeOf(git: Git, { tip, commits, edges }: Part): PushRange {
  return { ref: tip.ref, from: baseOf(git, tip, [...edges]), to: tip.to, commits };
}

/** Of the old commits a change was built on, the one to compare it with. */
function baseOf(git: Git, { to, before }: Tip, edges: readonly string[]): string {
  const [only] = edges;
  if (only === undefined) return emptyTreeFor(to);
  if (edges.length === 1) return only;
  // Something of the remote was merged in: the newest of them, so that it is not reviewed again.
  const best = git
    .run(["merge-base", "--all", to, ...edges])
    .trim()
    .split("\n");
  return before !== undefined && best.includes(before) ? before : (best[0] ?? only);
}

/** The same change pushed under two names is one change. */
function unique(ranges: readonly PushRange[]): PushRange[] {
  const seen = new Map<string, PushRange>();
  for (const range of ranges) {
    const key = `${range.from}..${range.to}`;
    if (!seen.has(key)) seen.set(key, range);
  }
  return [...seen.values()];
}
