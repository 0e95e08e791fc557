import { CliError } from "../outcome/errors.js";
import type { Git } from "../git/git.js";
import { EMPTY_TREE } from "../git/target.js";

/** One line that git passes to its pre-push hook; an id of zeros means "none". */
export interface PushedRef {
  readonly localRef: string;
  readonly localSha: string;
  readonly remoteRef: string;
  readonly remoteSha: string;
}

/** The changes that one pushed ref adds to the remote. */
export interface PushRange {
  /** The ref on the remote. */
  readonly ref: string;
  /** The commit or tree that the remote already has, or the empty tree. */
  readonly from: string;
  /** A commit, or a tree if the ref points to one. */
  readonly to: string;
  /** How many commits the remote does not have yet; 0 for a tree. */
  readonly commits: number;
  /** Set if it cannot be reviewed. */
  readonly problem?: string;
}

/** Parses what git writes to the stdin of its pre-push hook. */
export function parsePushLines(text: string): PushedRef[] {
  return text.split(/\r?\n/).flatMap((row, index) => {
    if (row.trim() === "") return [];
    const [, localRef = "", localSha = "", remoteRef = "", remoteSha = ""] = LINE.exec(row) ?? [];
    if (localSha !== "" && localSha.length === remoteSha.length)
      return [{ localRef, localSha, remoteRef, remoteSha }];
    throw new CliError("input", `line ${index + 1} is not in git's pre-push format: ${row}`, {
      hint: "Expected: <local ref> <local id> <remote ref> <remote id>",
    });
  });
}

// Matched from the end: the local "ref" is what the user typed, and `HEAD@{2 days ago}` has spaces.
const LINE = /^(.+) ([0-9a-f]{40}|[0-9a-f]{64}) (\S+) ([0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Finds what each ref adds that the remote does not have. The remote has everything reachable from the
 * ids in its lines and from its tracking refs. Two git processes for any number of refs; more only for
 * merges and unknown remotes.
 */
export function rangesToReview(git: Git, remote: string, refs: readonly PushedRef[]): PushRange[] {
  const pushed = refs.filter(({ localSha }) => !isNullId(localSha));
  if (pushed.length === 0) return [];
  const objects = objectsOf(git, refs);
  const onRemote = refs.flatMap(({ remoteSha }) => objects.get(remoteSha)?.commit ?? []);
  const tips = pushed.flatMap(({ localSha, remoteRef, remoteSha }): Tip[] => {
    if (!objects.has(localSha))
      throw new CliError("input", `git pushes ${localSha}, which this repository does not have`);
    const to = objects.get(localSha)?.commit;
    const before = objects.get(remoteSha)?.commit;
    return to === undefined ? [] : [{ ref: remoteRef, to, before }];
  });
  const withoutCommits = pushed.flatMap((ref) => rangeWithoutCommit(ref, objects));
  if (tips.length === 0) return unique(withoutCommits);
  const histories = newHistories(git, remote, tips, onRemote);
  return unique([...histories.map((history) => rangeOf(git, history)), ...withoutCommits]);
}

/**
 * A range for a ref, most often a tag, that points to a tree or a file without a commit: all of it is
 * new.
 */
function rangeWithoutCommit(
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

/** A pushed commit, and the one its ref pointed to before, if that is known here. */
interface Tip {
  readonly ref: string;
  readonly to: string;
  readonly before: string | undefined;
}

/** A tip, the number of its new commits, and the old commits they are based on. */
interface NewHistory {
  readonly tip: Tip;
  readonly commits: number;
  readonly edges: ReadonlySet<string>;
}

/** The commit and tree each id resolves to, through any number of tags; no entry for unknown ids. */
type Objects = ReadonlyMap<string, { commit: string | undefined; tree: string | undefined }>;

function objectsOf(git: Git, refs: readonly PushedRef[]): Objects {
  const ids = [...new Set(refs.flatMap(({ localSha, remoteSha }) => [localSha, remoteSha]))];
  const known = ids.filter((id) => !isNullId(id));
  const input = known.map((id) => `${id}\n${id}^{commit}\n${id}^{tree}\n`).join("");
  const answers = git.run(["cat-file", "--batch-check=%(objectname)"], input).split("\n");
  const found = (index: number) => ID.exec(answers[index] ?? "")?.[0];
  return new Map(
    known.flatMap((id, index) =>
      found(3 * index) === undefined
        ? []
        : [[id, { commit: found(3 * index + 1), tree: found(3 * index + 2) }] as const],
    ),
  );
}

const ID = /^[0-9a-f]+$/;
const isNullId = (id: string): boolean => /^0+$/.test(id);

function newHistories(
  git: Git,
  remote: string,
  tips: readonly Tip[],
  onRemote: string[],
): NewHistory[] {
  const histories = historiesOf(tips, newCommits(git, tips, onRemote, `--remotes=${remote}`));
  const unbounded = histories.filter(({ edges }) => edges.size === 0).map(({ tip }) => tip);
  if (unbounded.length === 0 || hasTrackingRefs(git, remote)) return histories;
  // A URL, or a remote never fetched: commits of any other remote are not new either.
  const graph = newCommits(git, unbounded, onRemote, "--remotes");
  return histories.flatMap((history) =>
    history.edges.size > 0 ? history : historiesOf([history.tip], graph),
  );
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** Lists the commits that the remote does not have, each with its parents. */
function newCommits(git: Git, tips: readonly Tip[], onRemote: string[], remotes: string): Graph {
  const input = [...tips.map(({ to }) => to), ...onRemote.map((id) => `^${id}`), ""].join("\n");
  // `--stdin` before `--not`, which would negate what is read after it.
  const rows = git.run(["rev-list", "--parents", "--stdin", "--not", remotes], input).split("\n");
  return new Map(
    rows.map((row) => {
      const [commit = "", ...parents] = row.split(" ");
      return [commit, parents];
    }),
  );
}

const historiesOf = (tips: readonly Tip[], graph: Graph): NewHistory[] =>
  tips.filter(({ to }) => graph.has(to)).map((tip) => ({ tip, ...walk(graph, tip.to) }));

/** Counts the new ancestors of a commit, and collects the old commits they are based on. */
function walk(graph: Graph, from: string): { commits: number; edges: Set<string> } {
  const seen = new Set([from]);
  const edges = new Set<string>();
  // Iterating a set includes what is added during the iteration.
  for (const commit of seen)
    for (const parent of graph.get(commit) ?? []) (graph.has(parent) ? seen : edges).add(parent);
  return { commits: seen.size, edges };
}

function hasTrackingRefs(git: Git, remote: string): boolean {
  const refs = ["for-each-ref", "--count=1", "--format=%(refname)", `refs/remotes/${remote}/`];
  return git.run(refs).trim() !== "";
}

function rangeOf(git: Git, { tip, commits, edges }: NewHistory): PushRange {
  return { ref: tip.ref, from: baseOf(git, tip, [...edges]), to: tip.to, commits };
}

/** Chooses which of the old commits to compare with. */
function baseOf(git: Git, { to, before }: Tip, edges: readonly string[]): string {
  const [only] = edges;
  if (only === undefined) return emptyTreeFor(to);
  if (edges.length === 1) return only;
  // Commits of the remote were merged in: take the newest, so that they are not reviewed again.
  const best = git
    .run(["merge-base", "--all", to, ...edges])
    .trim()
    .split("\n");
  return before !== undefined && best.includes(before) ? before : (best[0] ?? only);
}

/** Drops duplicates: the same range pushed under two refs is reviewed once. */
function unique(ranges: readonly PushRange[]): PushRange[] {
  const seen = new Map<string, PushRange>();
  for (const range of ranges) {
    const key = `${range.from}..${range.to}`;
    if (!seen.has(key)) seen.set(key, range);
  }
  return [...seen.values()];
}
